package mpitimer

// The kinds of warnings beside those of the engine.
const (
	warnReentered  = "Initialize called twice; the second call was ignored"
	warnNoTables   = "tables are not in a file; lost if the rank is killed"
	warnTablesFull = "the rank table is full; later data would be lost if the rank were killed"
)
