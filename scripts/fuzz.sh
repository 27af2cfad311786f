#!/usr/bin/env bash
# Fuzzes every fuzz target of the module, one after the other, and prints how many inputs each has had.
#
# Usage: scripts/fuzz.sh [TIME [PATTERN]]
#        scripts/fuzz.sh --list
#
# TIME is for each target, 60s by default; 3000x means that many inputs, and a tenth of them for targets that make a tree of
# files for each. PATTERN is a regular expression (grep
# -E) for lines of the list, which are "FOLDER TARGET". The number of workers of a target is GOMAXPROCS.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Targets each of whose inputs is a machine: a tree of files like /proc and /sys.
readonly TREES='^./stats/.* (FuzzFiles|FuzzTable)$'

# list prints the directory and the name of every target; directories with a go.mod of their own are other
# modules.
list() {
	local dir
	go list -f '{{.Dir}}' ./... | while read -r dir; do
		find "$dir" -maxdepth 1 -name '*_test.go' -exec cat {} + | sed -nE "s|^func (Fuzz[A-Za-z0-9_]*)\(.*|.${dir#"$PWD"} \1|p"
	done
}

# fuzz FOLDER TARGET TIME: when the time is over while a worker is busy, a test reports its own
# deadline as a failure, but no input that fails.
fuzz() {
	local log=$work/log status=0 cache
	if [[ $1 != "$built" ]]; then
		go test -c -vet=off "${guided[@]}" -o "$work/fuzz.test" "$1" || return
		built=$1
	fi
	cache=$(go env GOCACHE)/fuzz/$(go list "$1") # where go test -fuzz keeps its finds
	(cd "$1" && "$work/fuzz.test" -test.run '^$' -test.fuzz "^$2\$" -test.fuzztime "$3" -test.fuzzminimizetime 20x \
		-test.fuzzcachedir "$cache/$2") </dev/null 2>&1 | tee "$log" || status=$?
	if [[ $status != 0 ]] && grep -q 'context deadline exceeded' "$log" && ! grep -q 'Failing input' "$log"; then
		echo "fuzz: only the deadline was exceeded: no input failed"
		status=0
	fi
	inputs=$(sed -nE 's|.*execs: ([0-9]+).*|\1|p' "$log" | tail -n 1)
	if [[ -z $inputs ]]; then # a target that the build leaves out passes, too
		echo "fuzz: $2 has had no inputs"
		return 1
	fi
	return $status
}

main() {
	local time=${1:-60s} dir name tried=() failed=0 result each
	work=$(mktemp -d) # not local: the trap below runs after main
	trap 'rm -rf "$work"' EXIT
	built='' inputs='' guided=(-fuzz=Fuzz)
	# So few inputs find nothing that coverage could lead them to, and to build for it takes longer than they do.
	[[ $time != *x ]] || guided=()
	list | grep -E "${2:-.}" >"$work/list"
	while read -r dir name <&3; do
		echo "--- $dir $name"
		result='' inputs=0 each=$time
		if [[ $time == *x && "$dir $name" =~ $TREES ]]; then
			each=$((${time%x} / 10 + 1))x
		fi
		fuzz "$dir" "$name" "$each" || result=' FAILED' failed=1
		tried+=("$(printf '%12s %s %s%s' "${inputs:-0}" "$dir" "$name" "$result")")
	done 3<"$work/list"
	echo "--- inputs of each target"
	printf '%s\n' "${tried[@]}"
	return $failed
}

if [[ ${1:-} == --list ]]; then
	list
else
	main "$@"
fi
