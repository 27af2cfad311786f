#!/usr/bin/env bash
# Looks at a job of many ranks on many nodes, which are folders of this machine: relays are processes in a tree of pipes,
# started by a stand-in that is as slow as ssh and does not reach some of the nodes. Then at jobs on hosts that are
# namespaces, through ssh and through Slurm, where this machine allows them. Last at ranks in one process, and at a million
# made-up profiles.
#
# Usage: scripts/scale.sh [RANKS [NODES]]     100000 ranks on 1000 nodes without; some 25 KB of memory a rank, 12 MB a node
#        scripts/scale.sh --short             the job alone, and small: make test does this
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/mpi-env.sh
source scripts/mpi-env.sh

readonly CANNOT=3

# where_it_may COMMAND…: runs it; what the machine does not allow, or lacks, is said and no failure.
where_it_may() {
	local status=0
	"$@" || status=$?
	[[ $status != "$CANNOT" ]] || echo "left out: $*"
	[[ $status == 0 || $status == "$CANNOT" ]]
}

main() {
	if [[ ${1:-} == --short ]]; then
		go run ./scripts/bench/job -ranks 2000 -nodes 50 -delay 20ms -unreachable 3
		return
	fi
	echo "=== 1 of 4: a large job, on nodes that are folders of this machine"
	go run ./scripts/bench/job -ranks "${1:-100000}" -nodes "${2:-1000}" -delay 200ms -unreachable 7
	local kind
	for kind in openmpi mpich; do
		echo "=== 2 of 4: a job under $kind on hosts that are namespaces of this machine; one is not there, one dies while it is watched"
		! mpi_find "$kind" || where_it_may scripts/hosts-test.sh "$kind"
	done
	echo "=== 3 of 4: jobs on nodes that are reached by ssh, and by Slurm"
	where_it_may scripts/nodes-test.sh
	echo "=== 4 of 4: start and end of embedded ranks; profiles of a million ranks, merged as they come"
	go run ./scripts/bench/embedded -ranks 8192 -turns 1
	go run ./scripts/bench/merge -stream 1000000 -regions 100
}

main "$@"
