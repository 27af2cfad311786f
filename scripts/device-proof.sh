#!/usr/bin/env bash
# Proves on a machine with a device of NVIDIA what the tests know from stand-ins (docs/devices.md).
#
# Usage: scripts/device-proof.sh build DIRECTORY   then there: DIRECTORY/deviceproof [-report FILE] [-run PATTERN]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
exec go run ./scripts/deviceproof "$@"
