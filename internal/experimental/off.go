//go:build !experimental

package experimental

const tagged = false
