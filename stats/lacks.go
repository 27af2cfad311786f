package stats

import "fmt"

// Lacks is the set of figures that another program's file lacks for a region. It has no extremes: an
// unknown extreme has no rank (Extreme.Rank is -1).
type Lacks uint32

const (
	LacksCalls         Lacks = 1 << iota // Calls
	LacksTotal                           // Total, over all tracks
	LacksWall                            // Wall: means over ranks, and shares
	LacksDeviation                       // Squares: the deviation between ranks
	LacksSelf                            // Self
	LacksTracks                          // Tracks
	LacksRecursion                       // Recursion
	LacksCallDeviation                   // Timed and CallSquares: the deviation between calls
	LacksRunning                         // Running
	LacksOpen                            // Open
	LacksSettings                        // Level and Estimated

	allLacks = 1<<iota - 1
)

func (l Lacks) check() error {
	if l > allLacks {
		return fmt.Errorf("lacks %#x, want at most %#x", uint32(l), allLacks)
	}
	return nil
}
