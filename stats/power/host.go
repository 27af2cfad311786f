package power

import (
	"os"
	"strings"
)

// Here says whether a host, by its name with or without the domain, is the one that the program runs on.
// "" and localhost are. Programs of many processes make a tracer where it is true.
func Here(host string) bool {
	if host == "" || strings.EqualFold(host, "localhost") {
		return true
	}
	name, err := os.Hostname()
	return err == nil && sameHost(host, name)
}

// sameHost compares names of hosts: their first labels, and their domains where both have one.
func sameHost(a, b string) bool {
	a, domainA, _ := strings.Cut(strings.TrimSuffix(a, "."), ".")
	b, domainB, _ := strings.Cut(strings.TrimSuffix(b, "."), ".")
	return strings.EqualFold(a, b) && (domainA == "" || domainB == "" || strings.EqualFold(domainA, domainB))
}
