// Package bench measures what timers cost, and prints a line per figure:
//
//	figure NAME VALUE UNIT limit <=X
//
// Ratios are to two readings of the clock in use. Both sides of a ratio are measured in turns, in
// slices of some 50 µs, so that neither a change of the machine's speed nor what else runs on it falls
// on one side alone.
//
// A neighbour on the other thread of the same core, which a virtual machine cannot see, slows down
// what is computed by half but not the waiting for the clock: it makes every ratio larger. So each
// turn also times a loop of plain arithmetic, and a figure is the median over the turns in which that
// ran as fast as ever on this machine. How many these were, and the median over all turns, is printed
// beside it. -rounds and -passes set the number of turns:
//
//	go test ./mpitimer/internal/bench -run='^$' -bench=Figures -benchtime=1x -args -rounds=60 -passes=3
package bench
