//go:build linux && (amd64 || arm64)

package device

import (
	"testing"
	"unsafe"
)

// What is told to Level Zero and read of it is where a C compiler finds it in ze_api.h of version 1.17.
func TestLevelZeroLayouts(t *testing.T) {
	for what, c := range map[string][2]uintptr{
		"ze_device_properties_t":                         {unsafe.Sizeof(zeDeviceProperties{}), 368},
		"type of ze_device_properties_t":                 {unsafe.Offsetof(zeDeviceProperties{}.kind), 16},
		"timerResolution":                                {unsafe.Offsetof(zeDeviceProperties{}.timerResolution), 80},
		"timestampValidBits":                             {unsafe.Offsetof(zeDeviceProperties{}.timestampValidBits), 88},
		"kernelTimestampValidBits":                       {unsafe.Offsetof(zeDeviceProperties{}.kernelValidBits), 92},
		"ze_event_pool_desc_t":                           {unsafe.Sizeof(zeDescription{}), 24},
		"flags of ze_event_pool_desc_t":                  {unsafe.Offsetof(zeDescription{}.flags), 16},
		"count of ze_event_pool_desc_t":                  {unsafe.Offsetof(zeDescription{}.count), 20},
		"ze_event_desc_t":                                {unsafe.Sizeof(zeEventDescription{}), 32},
		"index of ze_event_desc_t":                       {unsafe.Offsetof(zeEventDescription{}.index), 16},
		"signal of ze_event_desc_t":                      {unsafe.Offsetof(zeEventDescription{}.signal), 20},
		"wait of ze_event_desc_t":                        {unsafe.Offsetof(zeEventDescription{}.wait), 24},
		"ze_pci_ext_properties_t, at least":              {max(unsafe.Sizeof(zePCIProperties{}), 48), unsafe.Sizeof(zePCIProperties{})},
		"domain of ze_pci_ext_properties_t":              {unsafe.Offsetof(zePCIProperties{}.domain), 16},
		"function of ze_pci_ext_properties_t":            {unsafe.Offsetof(zePCIProperties{}.function), 28},
		"ZE_RESULT_NOT_READY":                            {uintptr(zeNotReady), 0x1},
		"ZE_RESULT_ERROR_UNSUPPORTED_FEATURE":            {uintptr(zeUnsupported), 0x78000003},
		"ZE_RESULT_QUERY_TRUE":                           {uintptr(zeQueryTrue), 0x78000022},
		"ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES":            {zeProperties, 0x3},
		"ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2":        {zeProperties12, 0x20006},
		"ZE_STRUCTURE_TYPE_EVENT_POOL_DESC":              {zeEventPool, 0x10},
		"ZE_STRUCTURE_TYPE_EVENT_DESC":                   {zeEvent, 0x11},
		"ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC":          {zeHostMemory, 0x16},
		"ZE_STRUCTURE_TYPE_INIT_DRIVER_TYPE_DESC":        {zeInitDriverType, 0x20021},
		"ZE_STRUCTURE_TYPE_PCI_EXT_PROPERTIES":           {zePCI, 0x10008},
		"ZE_DEVICE_TYPE_GPU, ZE_INIT_DRIVER_TYPE_FLAG_…": {zeGPU, 0x1},
		"ZE_EVENT_POOL_FLAG_HOST_VISIBLE":                {zeHostVisible, 0x1},
		"ZE_EVENT_SCOPE_FLAG_HOST":                       {zeHostScope, 0x4},
	} {
		if c[0] != c[1] {
			t.Errorf("%s: %#x here, %#x in the header", what, c[0], c[1])
		}
	}
}
