#!/usr/bin/env bash
# Runs what has to hold, with what programs need to run under this machine's MPIs: see scripts/suite.
#
# Usage: scripts/suite.sh [OPTION…] lint|check|test|nightly
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/mpi-env.sh
source scripts/mpi-env.sh
exec go run ./scripts/suite "$@"
