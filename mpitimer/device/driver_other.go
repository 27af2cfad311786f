//go:build !(linux && (amd64 || arm64))

package device

// result is a CUresult.
type result int32

const (
	success  result = 0
	notReady result = 600
)

// driver is none: the driver is opened on Linux only.
type driver struct{}

func cuda() *driver { return nil }

func describe() string { return "no device (this system has no driver that is known here)" }

func (*driver) currentContext() uintptr                    { return 0 }
func (*driver) setContext(uintptr) result                  { return success }
func (*driver) deviceOfContext() int                       { return 0 }
func (*driver) createEvent() (uintptr, result)             { return 0, notReady }
func (*driver) createStream() (uintptr, result)            { return 0, notReady }
func (*driver) record(uintptr, uintptr) result             { return notReady }
func (*driver) query(uintptr) result                       { return notReady }
func (*driver) elapsed(uintptr, uintptr) (float32, result) { return 0, notReady }
