package blocks

import (
	"fmt"

	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// NoStream is the stream of a lane for the whole of a device.
const NoStream = 1<<16 - 1

// LaneOf is the flags of a track with what a stream of a device does.
func LaneOf(device, stream int) uint32 {
	return table.Lane | uint32(min(device, 1<<8-1))<<8 | uint32(min(stream, NoStream))<<16
}

// LaneName is the name of such a track, blank for other flags.
func LaneName(flags uint32) string {
	name := fmt.Sprintf("gpu%d", flags>>8&(1<<8-1))
	switch stream := flags >> 16; {
	case flags&table.Lane == 0:
		return ""
	case stream != NoStream:
		name += fmt.Sprintf(" stream %d", stream)
	}
	return name
}
