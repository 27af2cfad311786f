package answers

// Polling is what is known of a job that runs beside its Summary: ranks that ask MPI again and again whether something has come. The
// Summary has the time of each of these calls, but not that they are one wait.
type Polling struct {
	Region int     // of the calls
	Ranks  int     // that ask
	For    float64 // for how long they have, all of them together, in nanoseconds
}
