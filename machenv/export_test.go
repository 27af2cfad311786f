package machenv

import "time"

// SetLargestBundle makes the messages of CollectTree smaller, until restore is called.
func SetLargestBundle(n int) (restore func()) {
	before := largestBundle
	largestBundle = n
	return func() { largestBundle = before }
}

// TagPartsTree is the tag of CollectTree.
const TagPartsTree = tagPartsTree

// SetGrace sets how fast a rank that waits in a round is expected to answer.
func (r *Rounds) SetGrace(grace time.Duration) { r.grace = grace }
