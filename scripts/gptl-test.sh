#!/usr/bin/env bash
# Tests the regions that are forwarded to GPTL (build tag gptl): with an emulator of the library, and with a
# GPTL that pkg-config finds, if there is one. It needs a C compiler and pkg-config.
#
# Usage: scripts/gptl-test.sh [OPTION OF GO TEST…]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

exec go test -count=1 -timeout=5m -v -run '^(TestEmulator|TestEmulatorOfFork|TestInstalled)$' "$@" ./mpitimer/internal/gptl -library
