// Package pcibus matches devices between packages that number them in different orders, by their
// addresses on the PCI bus, which every vendor's library provides.
package pcibus

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Address is that of a device in the form of Linux, 0000:1b:00.0.
func Address(domain, bus, device, function uint32) string {
	return fmt.Sprintf("%04x:%02x:%02x.%x", domain, bus, device, function)
}

// Parse makes an Address of what libraries write, with letters of either case and domains of four or eight digits, and
// without a function, which then is 0. Other texts have none: "".
func Parse(text string) string {
	var domain, bus, device, function uint32
	text = strings.ToLower(strings.TrimSpace(text))
	if n, _ := fmt.Sscanf(text, "%x:%x:%x.%x", &domain, &bus, &device, &function); n < 3 || bus > 0xff || device > 0x1f {
		return ""
	}
	return Address(domain, bus, device, function)
}

var others struct {
	sync.Mutex
	called    string
	addresses func() []string
}

// Tell is for the package that numbers all devices of a machine: called is what it calls them before their numbers, and
// addresses are theirs in their order, "" of those that are not known.
func Tell(called string, addresses func() []string) {
	others.Lock()
	defer others.Unlock()
	others.called, others.addresses = called, addresses
}

// Differences says of devices that a process numbers by what numbers of that package they go, with their addresses: of those
// with another number. It is "" where there are none such, or nobody has called Tell.
func Differences(called string, count int, address func(device int) string) string {
	others.Lock()
	theirs, addresses := others.called, others.addresses
	others.Unlock()
	if addresses == nil {
		return ""
	}
	all := addresses()
	var list []string
	for device := range count {
		at := address(device)
		if i := slices.Index(all, at); at != "" && i >= 0 && i != device {
			list = append(list, fmt.Sprintf("%s%d is %s%d (%s)", called, device, theirs, i, at))
		}
	}
	return strings.Join(list, ", ")
}
