#!/usr/bin/env bash
# Runs random programs on the timers and on an oracle of them until a time is over, and stops at the first
# difference with the shortest program that shows it (rapid).
#
# Usage: scripts/model.sh [TIME] [FLAG…]   TIME as 60s or 1h; flags of the test, as -rapid.seed=7 or -rapid.steps=300
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

main() {
	local time=${1:-60s}
	shift || true
	MODELTIME=$time go test ./mpitimer -count 1 -timeout 0 -run '^TestModelForLong$' -v \
		-args -rapid.checks=5000 -rapid.steps=60 -rapid.nofailfile "$@"
}

main "$@"
