#!/usr/bin/env bash
# The timers where the number of a goroutine is not at hand: the build tag slowgoroutine forces what
# other architectures, and runtimes that are not known yet, get.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Tests of millions of pairs, each of which takes microseconds here.
readonly LONG='TestThrottledCallsAreExact|TestNamesBuiltAtRunTime|TestThrottleInTheTree|WhileGoroutinesRun'

go vet -tags slowgoroutine ./mpitimer ./mpitimer/internal/...
go test -short -tags slowgoroutine -skip "$LONG" ./mpitimer/internal/goroutine ./mpitimer/internal/clock ./mpitimer
