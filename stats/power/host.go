package power

import (
	"os"
	"strings"
)

// Here reports whether a host, named with or without its domain, is the one that the program runs on. "" and
// localhost are. Programs with many processes make a tracer where it is true.
func Here(host string) bool {
	if host == "" || strings.EqualFold(host, "localhost") {
		return true
	}
	name, err := os.Hostname()
	return err == nil && sameHost(host, name)
}

// sameHost compares host names: their first labels, and their domains if both have one.
func sameHost(a, b string) bool {
	a, domainA, _ := strings.Cut(strings.TrimSuffix(a, "."), ".")
	b, domainB, _ := strings.Cut(strings.TrimSuffix(b, "."), ".")
	return strings.EqualFold(a, b) && (domainA == "" || domainB == "" || strings.EqualFold(domainA, domainB))
}
