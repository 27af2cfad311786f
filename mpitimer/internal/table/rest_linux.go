package table

import "syscall"

// rest waits for a nap, for a writer whose thread does not run. Callers hold locks: were it a sleep of the goroutine,
// who waits for the lock in a synctest bubble would keep its time from moving, and so the sleep from ending.
func rest() {
	nap := syscall.NsecToTimespec(int64(nap))
	syscall.Nanosleep(&nap, nil) // one that a signal ends was long enough
}
