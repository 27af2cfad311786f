# shellcheck shell=bash
# To be sourced: runs steps one after the other, goes on when one fails, and shows at the end what
# became of each, how long it took, and how much processor time: a step that waits is slow for another
# reason than one that computes.

STEP_LINES=()
STEPS_FAILED=0
STEP_LOGS=$(mktemp -d)
trap 'rm -rf "$STEP_LOGS"' EXIT

# processor prints the processor time, in seconds, of the shell's children that have ended; 0 if there is no
# /proc.
processor() {
	awk -v tick="$(getconf CLK_TCK)" '{ print int(($16 + $17) / tick) }' "/proc/$$/stat" 2>/dev/null || echo 0
}

# step NAME COMMAND [ARGUMENT…]: runs the command as a step. A function runs in a subshell of its
# own, in which the first command that fails ends it. What it says goes through a file, and not through a
# pipe, which a process that it leaves behind would keep open.
step() {
	local name=$1 begin=$SECONDS outcome=ok computed log=$STEP_LOGS/step shown shower
	computed=$(processor)
	shift
	echo
	echo "=== $name"
	# "if (…)" would switch errexit off inside; hence the status by hand.
	: >"$log"
	sleep infinity & # as long as it lives, what comes is shown
	shown=$!
	tail -f -n +1 -s 0.1 --pid=$shown "$log" &
	shower=$!
	set +e
	(
		set -e
		"$@"
	) >"$log" 2>&1
	local status=$?
	kill $shown
	wait $shown $shower 2>/dev/null
	set -e
	if [[ $status != 0 ]]; then
		outcome=FAIL
		STEPS_FAILED=$((STEPS_FAILED + 1))
		mv "$log" "$STEP_LOGS/failed$STEPS_FAILED"
		echo "$name" >"$STEP_LOGS/failed$STEPS_FAILED.name"
		echo "=== $name: FAILED with status $status" >&2
	fi
	STEP_LINES+=("$(printf '%-8s %4d s %5d s  %s' "$outcome" $((SECONDS - begin)) $(($(processor) - computed)) "$name")")
}

# step_skip NAME REASON: notes a step that cannot run here. With CI=true that is a failure: there everything
# must run.
step_skip() {
	local outcome=SKIPPED
	if [[ ${CI:-} == true || ${CI:-} == 1 ]]; then
		outcome=FAIL
		STEPS_FAILED=$((STEPS_FAILED + 1))
	fi
	echo
	echo "=== $1: SKIPPED, $2" >&2
	STEP_LINES+=("$(printf '%-8s %4d s %5d s  %s: not run, %s' "$outcome" 0 0 "$1" "$2")")
}

# step_failures shows again what the steps that failed have said: where only the end of a long log is kept, too.
# Tests say why they failed in lines that begin with spaces, or before their name.
step_failures() {
	local log
	for log in "$STEP_LOGS"/failed*.name; do
		[[ -f $log ]] || continue
		echo "--- $(cat "$log") failed:"
		grep -nE -A12 '^ *--- FAIL|^panic:|^fatal error:|-test: |DATA RACE' "${log%.name}" | head -c 3000 || true
		echo "--- and at its end:"
		tail -c 2000 "${log%.name}"
	done
}

# step_summary shows the steps, again the slowest five, and fails if one of them has failed.
step_summary() {
	echo
	echo "=== summary, $SECONDS s in all, $(processor) s of processors"
	printf '%s\n' "${STEP_LINES[@]}"
	echo "the slowest:"
	printf '%s\n' "${STEP_LINES[@]}" | sort -rn -k2,2 | sed -n '1,5 s/^/  /p'
	if [[ $STEPS_FAILED != 0 ]]; then
		step_failures
		echo "$STEPS_FAILED of ${#STEP_LINES[@]} steps FAILED"
		return 1
	fi
	echo "nothing failed"
}
