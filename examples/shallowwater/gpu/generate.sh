#!/usr/bin/env bash
# Compiles update.cl to PTX and writes it to the standard output. Products and sums are rounded one by one, as the host does it.
#
# Usage: ./generate.sh > update.ptx     CLANG in the environment is the compiler; it needs the target nvptx64
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
"${CLANG:-clang}" -x cl -cl-std=CL1.2 -target nvptx64-nvidia-cuda -Xclang -target-cpu -Xclang sm_50 -O2 -ffp-contract=off -S -o - update.cl |
	grep -v '^//'
