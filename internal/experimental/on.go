//go:build experimental

package experimental

// On is whether the program is built with the tag.
const On = true
