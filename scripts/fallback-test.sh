#!/usr/bin/env bash
# The timers where the number of a goroutine is not at hand: the build tag slowgoroutine forces what
# other architectures, and runtimes that are not known yet, get.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Tests of thousands to millions of pairs of one goroutine, each of which takes microseconds here.
readonly LONG='TestThrottledCallsAreExact|TestNamesBuiltAtRunTime|TestThrottleInTheTree|TestThrottleStartByName|TestLongCallsAreNotThrottled|TestManyStopsOfNamesThatNeverStarted|TestDeepTree|WhileGoroutinesRun'

# Other packages have the same files with that tag.
go vet -tags slowgoroutine ./mpitimer/internal/goroutine
go test -short -tags slowgoroutine -skip "$LONG" ./mpitimer/internal/goroutine ./mpitimer/internal/clock ./mpitimer
