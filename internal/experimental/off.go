//go:build !experimental

package experimental

const On = false
