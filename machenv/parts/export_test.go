package parts

// SetLargestBundle makes the messages of Collect smaller, until restore is called.
func SetLargestBundle(n int) (restore func()) {
	before := largestBundle
	largestBundle = n
	return func() { largestBundle = before }
}

// Tag is that of Collect.
const Tag = tag
