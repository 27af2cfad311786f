package machenv

// SetLargestBundle makes the messages of CollectTree smaller, until restore is called.
func SetLargestBundle(n int) (restore func()) {
	before := largestBundle
	largestBundle = n
	return func() { largestBundle = before }
}

// TagPartsTree is the tag of CollectTree.
const TagPartsTree = tagPartsTree
