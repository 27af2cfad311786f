# shellcheck shell=bash
# To be sourced: runs steps one after the other, goes on when one fails, and shows at the end what
# became of each, how long it took, and how much processor time: a step that waits is slow for another
# reason than one that computes. Steps that wait can run beside those that compute (steps_beside).

STEP_LINES=()
STEPS_FAILED=0
STEP_LOGS=$(mktemp -d)
BESIDE='' BESIDE_SHOWN=0 # the shell of steps_beside, and how much of what it said is shown
shown=''
trap steps_end EXIT

# steps_end ends what still runs when the script does. Nothing in it may fail: a trap's failure becomes the status of a
# script in which nothing has failed. A child that is ended before it has become another program comes here, too.
steps_end() {
	[[ $BASHPID == "$$" ]] || return 0
	[[ ! $BESIDE ]] || kill -- "-$BESIDE" 2>/dev/null || true
	[[ ! $shown ]] || kill "$shown" 2>/dev/null || true
	rm -rf "$STEP_LOGS" || true
}

# used SHELL: the processor time, in seconds, of the children of a shell that have ended; 0 if there is no /proc.
used() {
	awk -v tick="$(getconf CLK_TCK)" '{ print int(($16 + $17) / tick) }' "/proc/$1/stat" 2>/dev/null || echo 0
}

# processor SHELL: the same without that of the steps beside, which counts at once when they are all over.
processor() {
	local sum
	sum=$(used "$1")
	if [[ $1 == "$$" && -s $STEP_LOGS/beside.used ]] && ! { [[ $BESIDE ]] && kill -0 "$BESIDE" 2>/dev/null; }; then
		sum=$((sum - $(<"$STEP_LOGS/beside.used")))
	fi
	echo $((sum > 0 ? sum : 0))
}

# step NAME COMMAND [ARGUMENT…]: runs the command as a step. A function runs in a subshell of its
# own, in which the first command that fails ends it. What it says goes through a file, and not through a
# pipe, which a process that it leaves behind would keep open.
step() {
	local name=$1 begin=$SECONDS shell=$BASHPID outcome=ok computed log=$STEP_LOGS/step.$BASHPID status
	computed=$(processor "$shell")
	shift
	: >"$log"
	step_show "$name" "$log"
	# "if (…)" would switch errexit off inside; hence the status by hand.
	set +e
	(
		set -e
		"$@"
	) >>"$log" 2>&1
	status=$?
	set -e
	if [[ $status != 0 ]]; then
		outcome=FAIL
		echo "=== $name: FAILED with status $status" >>"$log"
	fi
	step_shown "$log"
	if [[ $status != 0 ]]; then
		mv "$log" "$STEP_LOGS/failed.$shell.${#STEP_LINES[@]}"
		echo "$name" >"$STEP_LOGS/failed.$shell.${#STEP_LINES[@]}.name"
	fi
	step_line "$outcome" $((SECONDS - begin)) $(($(processor "$shell") - computed)) "$name"
}

# step_skip NAME REASON: notes a step that cannot run here. With CI=true that is a failure: there everything
# must run.
step_skip() {
	local outcome=SKIPPED log=$STEP_LOGS/skipped.$BASHPID
	if [[ ${CI:-} == true || ${CI:-} == 1 ]]; then
		outcome=FAIL
	fi
	: >"$log"
	step_show "$1" "$log"
	echo "SKIPPED, $2" >>"$log"
	step_shown "$log"
	step_line "$outcome" 0 0 "$1: not run, $2"
}

# step_line OUTCOME SECONDS PROCESSOR NAME: notes what became of a step.
step_line() {
	local line
	line=$(printf '%-8s %4d s %5d s  %s' "$@")
	STEP_LINES+=("$line")
	[[ $1 != FAIL ]] || STEPS_FAILED=$((STEPS_FAILED + 1))
	if [[ $BESIDE == this ]]; then
		echo "$line" >>"$STEP_LOGS/beside.lines"
	fi
}

# step_show NAME LOG: shows what comes into the log, as it comes. Beside others it is shown when the step is over.
step_show() {
	[[ $BESIDE != this ]] || {
		echo $'\n'"=== $1, beside the others" >"$2"
		return 0
	}
	show_beside
	echo
	echo "=== $1"
	sleep infinity & # as long as it lives, what comes is shown
	shown=$!
	tail -f -n +1 -s 0.1 --pid=$shown "$2" &
	shower=$!
}

# step_shown LOG: shows the rest.
step_shown() {
	[[ $BESIDE != this ]] || {
		cat "$1" >>"$STEP_LOGS/beside"
		return 0
	}
	# A shell's child that is not a sleep yet loses the signal.
	while kill "$shown" 2>/dev/null; do sleep 0.01; done
	wait "$shown" "$shower" 2>/dev/null || true
	shown=''
}

# steps_beside FUNCTION: its steps run beside those that follow, until steps_join: they wait much, and need a
# processor little.
steps_beside() {
	: >"$STEP_LOGS/beside"
	: >"$STEP_LOGS/beside.lines"
	set -m # a group of processes of its own, which ends with this shell
	(
		set +m
		BESIDE=this
		"$1"
		used "$BASHPID" >"$STEP_LOGS/beside.used"
	) >>"$STEP_LOGS/beside" 2>&1 &
	BESIDE=$!
	set +m
}

# show_beside shows what steps beside have said since it was asked last.
show_beside() {
	[[ $BESIDE ]] || return 0
	local size
	size=$(stat -c %s "$STEP_LOGS/beside")
	# What is written meanwhile is for the next time: tail ends by a signal, then.
	tail -c +$((BESIDE_SHOWN + 1)) "$STEP_LOGS/beside" | head -c $((size - BESIDE_SHOWN)) || true
	BESIDE_SHOWN=$size
}

# steps_join waits for the steps beside, and notes what became of them.
steps_join() {
	local line status=0
	while kill -0 "$BESIDE" 2>/dev/null; do
		show_beside
		sleep 1
	done
	wait "$BESIDE" || status=$?
	show_beside
	BESIDE=''
	while read -r line; do
		STEP_LINES+=("$line")
		[[ $line != FAIL* ]] || STEPS_FAILED=$((STEPS_FAILED + 1))
	done <"$STEP_LOGS/beside.lines"
	[[ $status == 0 ]] || step_line FAIL 0 0 "the steps beside the others ended with status $status"
}

# step_failures shows again what the steps that failed have said: where only the end of a long log is kept, too.
# Tests say why they failed in lines that begin with spaces, or before their name.
step_failures() {
	local log
	for log in "$STEP_LOGS"/failed.*.name; do
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
	echo "=== summary, $SECONDS s in all, $(used $$) s of processors"
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
