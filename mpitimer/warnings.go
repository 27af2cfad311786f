package mpitimer

// The kinds of warnings beside those of the engine.
const (
	warnReentered  = "initialized twice; the second call changed nothing"
	warnNoTables   = "tables are not in a file; lost if the rank is killed"
	warnTablesFull = "tables could not grow in their file; what came later is lost if the rank is killed"
)
