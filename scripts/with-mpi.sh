#!/usr/bin/env bash
# Runs a command at the top of the module, with what programs need to run under this machine's MPIs.
#
# Usage: scripts/with-mpi.sh COMMAND [ARGUMENT…]     for example go run ./scripts/suite check
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/mpi-env.sh
source scripts/mpi-env.sh
exec "$@"
