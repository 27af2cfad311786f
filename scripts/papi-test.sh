#!/usr/bin/env bash
# Compares what regions count with what PAPI counts in the same work: a C program, built with the PAPI that pkg-config
# finds. It says what was compared: events of the kernel everywhere, of the processor where this machine has some.
#
# Usage: scripts/papi-test.sh [OPTION OF GO TEST…]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

exec go test -vet=off -count=1 -timeout=5m -v -run '^TestPAPIReferees$' "$@" ./mpitimer/counters -papi
