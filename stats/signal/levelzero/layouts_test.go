//go:build linux && (amd64 || arm64)

package levelzero

import (
	"testing"
	"unsafe"
)

// What is told to sysman and read of it is where a C compiler finds it in zes_api.h of version 1.17.
func TestLayouts(t *testing.T) {
	for what, c := range map[string][2]uintptr{
		"zes_pci_properties_t, at least":         {max(unsafe.Sizeof(pciProperties{}), 56), unsafe.Sizeof(pciProperties{})},
		"domain of zes_pci_properties_t":         {unsafe.Offsetof(pciProperties{}.domain), 16},
		"function of zes_pci_properties_t":       {unsafe.Offsetof(pciProperties{}.function), 28},
		"zes_freq_properties_t, at least":        {max(unsafe.Sizeof(properties{}), 48), unsafe.Sizeof(properties{})},
		"onSubdevice of zes_power_properties_t":  {unsafe.Offsetof(properties{}.first), 16},
		"type of zes_engine_properties_t":        {unsafe.Offsetof(properties{}.first), 16},
		"onSubdevice of zes_engine_properties_t": {unsafe.Offsetof(properties{}.second), 20},
		"energy of zes_power_energy_counter_t":   {unsafe.Offsetof(activity{}.value), 0},
		"timestamp of zes_engine_stats_t":        {unsafe.Offsetof(activity{}.at), 8},
		"ZES_STRUCTURE_TYPE_PCI_PROPERTIES":      {typePCIProperties, 0x2},
		"ZES_STRUCTURE_TYPE_ENGINE_PROPERTIES":   {typeEngineProperties, 0x5},
		"ZES_STRUCTURE_TYPE_FREQ_PROPERTIES":     {typeFrequencyProperties, 0x9},
		"ZES_STRUCTURE_TYPE_POWER_PROPERTIES":    {typePowerProperties, 0xd},
		"ZES_STRUCTURE_TYPE_TEMP_PROPERTIES":     {typeTemperatureProperties, 0x14},
		"ZES_STRUCTURE_TYPE_FREQ_STATE":          {typeFrequencyState, 0x1b},
		"ZES_STRUCTURE_TYPE_MEM_STATE":           {typeMemoryState, 0x1e},
		"ZES_ENGINE_GROUP_COMPUTE_ALL":           {engineCompute, 1},
		"ZES_TEMP_SENSORS_GPU":                   {temperatureGPU, 1},
	} {
		if c[0] != c[1] {
			t.Errorf("%s: %#x here, %#x in the header", what, c[0], c[1])
		}
	}
}
