#!/usr/bin/env bash
# Runs the short tests of everything that measures time on bad machines: clocks in steps of 10 ns and of 1 µs,
# one processor, busy processors, perf events denied and permitted, no home directory, another directory for
# temporary files, a /dev/shm in use and one that cannot be used. scripts/badmachine decides which go
# together.
#
# Usage: scripts/badmachine-test.sh [OPTION OF GO TEST… PACKAGE…]    -run TestX ./mpitimer; all without one
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# packages: those that measure time or read the machine. The others use no clock, or compile at length; the
# power tracer is tested against a device that keeps its own time, which needs a machine with time for both.
packages() {
	go list ./mpitimer/... ./stats/calls \
		./stats/signal ./stats/util ./machenv/... ./examples/... ./cmd/mpitimer ./cmd/pt |
		grep -vE "/mpitimer/(mpiwrap|attach|hooks|predecessor|upstream|viewers|internal/($TEXT))(/|\$)"
}

# Inside of the timers: texts and messages.
readonly TEXT='consent|gptl|keyvalue|misuse|mpicall|namelist'

# Tests of what stands in files that are cut or damaged, or in documents: every machine reads the same.
readonly SAME='TestGiftsThatAreDamaged|TestCutFiles|TestOpenOfCutBlocks|TestDeepTree|TestDocs|TestDocument'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The tests that call the go command have no home.
GOCACHE=$(go env GOCACHE) GOMODCACHE=$(go env GOMODCACHE) GOPATH=$(go env GOPATH)
export GOCACHE GOMODCACHE GOPATH
go build -o "$work/badmachine" ./scripts/badmachine
"$work/badmachine" -check
if [[ $# == 0 ]]; then
	mapfile -t list < <(packages)
	set -- "${list[@]}"
fi
go test -toolexec "env GOGC=400" -short -vet=off -timeout 5m -skip "$SAME" -tags coarseclock -exec "$work/badmachine" "$@"
