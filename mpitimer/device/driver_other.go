//go:build !(linux && (amd64 || arm64))

package device

// absent is why there is no driver: it is opened on Linux only.
const absent = "no device (this system has no driver that is known here)"

func vendor() driver { return nil }
