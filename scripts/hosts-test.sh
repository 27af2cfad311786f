#!/usr/bin/env bash
# Runs programs under mpirun on four hosts, which are namespaces of this machine: each has its own name,
# network interface, processes, memory files and boot ID, and a monotonic clock that is up to 400 days ahead
# of the others'. The true differences between the clocks are known, so that the reported errors can be
# checked.
#
# Usage: scripts/hosts-test.sh [openmpi|mpich] [FOLDER]   FOLDER for logs and files, which stay there
#        scripts/hosts-test.sh --check                    make the hosts, and nothing else
#
# Exit status: 0 all is right; 1 something is wrong; 3 this machine or container does not allow such hosts, or
# lacks what they need.
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/mpi-env.sh
source scripts/mpi-env.sh
# shellcheck source=scripts/expect.sh
source scripts/expect.sh
# shellcheck source=scripts/hosts/hosts.sh
source scripts/hosts/hosts.sh

readonly KIND=${1:-openmpi} CANNOT=3
readonly TIME='([0-9]{1,3} min )?[0-9.]{1,5} m?s' # less than 28 hours; any two clocks are apart by more
readonly SLEEP=50 COUNT=10 # of the rank that is late: milliseconds, and how often

cannot() {
	say "hosts cannot be made here: $*"
	exit $CANNOT
}

# may_we: are there such namespaces, and for us? Who may not make them may as root in a namespace of users.
may_we() {
	local tool said probe=(apart 1 sh -c 'mount -t tmpfs tmpfs /dev/shm')
	for tool in unshare nsenter mount hostname awk; do
		command -v $tool >/dev/null || cannot "there is no program $tool"
	done
	if said=$("${probe[@]}" 2>&1); then
		have_ip || cannot "there is no program ip (package iproute2), and it cannot be installed"
	elif [[ ${HOSTS_TEST_INSIDE:-} == "" ]] && unshare --user --map-root-user true 2>/dev/null && have_ip; then
		HOSTS_TEST_INSIDE=1 exec unshare --user --map-root-user -- scripts/hosts-test.sh "$@"
	else
		cannot "$said"
	fi
}

# have_ip installs iproute2 if it is missing and this may be done.
have_ip() {
	local root=()
	! command -v ip >/dev/null || return 0
	[[ ${TIMERS_NO_INSTALL:-} != 1 ]] && command -v apt-get >/dev/null || return 1
	[[ $(id -u) == 0 ]] || root=(sudo -n)
	say "installing iproute2 with apt-get"
	# An update that fails (no network) need not matter: the lists may be there already.
	"${root[@]}" apt-get update -q >/dev/null 2>&1 || true
	"${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends iproute2 >/dev/null 2>&1
}

# build makes the programs, in the directory that the hosts share.
build() {
	go build -o "$work" ./cmd/mpitimer
	mpi_go build -o "$work" ./scripts/hosts/offsets ./scripts/hosts/stopped ./examples/shallowwater
	mpi_go build -buildmode=c-shared -o "$work/libmpitimer.so" ./cmd/libmpitimer
	"$MPICC" -o "$work/late" scripts/hosts/late.c
}

# run LOG PROGRAM [ARGUMENT…]: on all ranks of the hosts. MPICH 4.0, which speaks TCP through UCX, sometimes
# hangs in MPI_Finalize, with any program: the caller looks at what it has printed until then.
run() {
	local log=$1 status=0
	shift
	hosts_run $RANKS "$@" >"$log" 2>&1 || status=$?
	[[ $status == 0 || $KIND == mpich && $status == 124 ]] || return 1
}

# offsets NAME LEAST [ARGUMENT…]: the measured clocks differ from the true ones by no more than the reported
# error, which the program checks; on hosts whose names end in b it is at least LEAST nanoseconds.
offsets() {
	local log="$out/offsets.${1// /-}"
	run "$log" "$work/offsets" "${@:3}" || fail "clocks, $1: $(cat "$log")"
	[[ $(grep -c ' off ' "$log") == $((3 * RANKS)) ]] || fail "clocks, $1: not three for each rank: $(cat "$log")"
	awk -v least="$2" '/ off / && ($3 ~ /b$/ && $NF < least || $NF > 1e9) { print; wrong = 1 } END { exit wrong }' "$log" >&2 ||
		fail "clocks, $1: the errors above cannot be"
	awk -v name="$1" '/ off / { o = $(NF - 2); o = o < 0 ? -o : o; if (o > off) off = o; if ($NF + 0 > error) error = $NF }
		END { printf "clocks, %s: off by %.1f µs at most, told are %.1f µs\n", name, off / 1e3, error / 1e3 }' "$log"
}

# row LOG WAIT: of the first row of that wait in the table the most seconds of a rank, that rank, the seconds
# of uncertainty and those of all ranks.
row() {
	sed -n '/^wait /,/^$/p' "$1" | awk -v wait="$2" '
		index($0, wait " ") == 1 { sub("^" wait " *", ""); if ($1 != "cannot" && $1 != "not") { print $3, $4, $2, $1; exit } }'
}

# late_rank NAME RANK: the table of waits names the late rank, and nothing impossible.
late_rank() {
	local log=$out/late.$1 wait most rank uncertain seconds
	mkdir -p "$out/late"
	MPITIMER_MPI_WAITS=true MPITIMER_MPI_TRACE="$1" MPITIMER_DIRECTORY=$out/late \
		run "$log" env LD_PRELOAD="$work/libmpitimer.so" "$work/late" "$2" $SLEEP $COUNT ||
		fail "rank $2 is late, $1: $(cat "$log")"
	expect "$log" "^late: $RANKS ranks on ${#HOSTS[@]} hosts, wall time $TIME" \
		"^Waits for other ranks: $RANKS ranks on ${#HOSTS[@]} hosts; clocks aligned to ± [0-9.]+ µs \(rank [2-4]\)"
	for wait in "at barrier" "at collective" "late sender" "late receiver"; do
		read -r most rank uncertain seconds <<<"$(row "$log" "$wait")" || true
		# The others come soon, half of the time at the latest; and then they wait until the rank comes.
		awk -v most="$most" -v uncertain="$uncertain" -v seconds="$seconds" -v least="$((SLEEP * COUNT / 2))e-3" '
			BEGIN { exit !(most >= least && uncertain < seconds && seconds < 100) }' ||
			fail "$wait, $1: most $most ± $uncertain s, of $seconds s: $(cat "$log")"
		[[ $rank != "$2" && ($wait == at* || $rank == 0) ]] || fail "$wait, $1: it is rank $rank that waits: $(cat "$log")"
	done
	on_one_axis "$out/late" "$1" "$2"
}

# on_one_axis FOLDER PROJECT LATE: in the traces nobody leaves a barrier before the late rank has arrived.
on_one_axis() {
	"$work/mpitimer" hd check "$1" >/dev/null || fail "$1 is not accepted"
	[[ $(find "$1" -name "$2_*.trc" | wc -l) == "$RANKS" ]] || fail "not one trace for each rank: $(ls "$1")"
	awk -v late="_$3_0.trc" -v ranks=$RANKS -v count=$COUNT -v tolerance=0.04 '
		FNR == 1 { file++; barrier = 0; name[file] = FILENAME; sub(/.*timeAdjustment=./, ""); from = $0 + 0 }
		/<Barrier / {
			n++; barrier++
			sub(/.* time=./, ""); time = from + $0
			sub(/.* end=./, ""); end[file, barrier] = from + $0
			if (index(FILENAME, late)) begin[barrier] = time
		}
		END {
			if (n != ranks * (count + 1)) { print n " barriers"; exit 1 }
			for (f = 1; f <= file; f++) for (b = 1; b <= count; b++)
				if (end[f, b] < begin[b] - tolerance || end[f, b] > begin[b] + 60) {
					printf "%s: barrier %d ends at %f, and the last rank enters it at %f\n", name[f], b, end[f, b], begin[b]
					exit 1
				}
		}' "$1/$2"_*_[0-9]*_0.trc >&2 || fail "the traces above are not on one axis"
}

# the_example: it writes all its files, and the hosts are distinguished.
the_example() {
	local i host folder=$out/example options=(-uneven -steps 100 -nx 256 -ny 160)
	MPITIMER_TIMER_FILE=tree.txt run "$out/example.log" "$work/shallowwater" "${options[@]}" -out "$folder" \
		-timeline "$folder/project" -raw-stats "$folder/raw" || fail "the example: $(cat "$out/example.log")"
	expect "$out/example.log" 'mass and energy are conserved; checksum'
	scripts/demo-check.sh "$folder" $RANKS >/dev/null || fail "the files of the example"
	expect "$folder/tree.txt" "$RANKS ranks on ${#HOSTS[@]} hosts, wall time $TIME"
	MPITIMER_TABLES=off "$work/shallowwater" -ranks $RANKS "${options[@]}" -out "$work/embedded" >"$out/embedded.log" 2>&1 || fail "the example on embedded ranks: $(cat "$out/embedded.log")"
	expect "$out/embedded.log" "$(grep -o 'checksum .*' "$out/example.log")"
	"$work/mpitimer" geopm check "$folder/geopm.report" >/dev/null || fail "the GEOPM report is not accepted"
	[[ $(sed -n 's/^  \(node.*\):$/\1/p' "$folder/geopm.report" | tr '\n' ' ') == "${HOSTS[*]} " ]] || fail "the hosts of the GEOPM report: $(grep '^  [a-z]' "$folder/geopm.report")"
	ranks_of_hosts "$folder/geopm.report"
	"$work/mpitimer" hd check "$folder/project" >/dev/null || fail "the timelines are not accepted"
	for i in "${!HOSTS[@]}"; do
		host=${HOSTS[i]}
		[[ -s $folder/project/shallowwater_${host}_Utilization.stat ]] || fail "there is no utilization of $host: $(ls "$folder/project")"
		"$work/mpitimer" stats check "$folder/raw/$host/current" >/dev/null || fail "the raw statistics of $host"
		expect "$folder/raw/$host/current" "^\\\$hostname $host\$"
	done
}

# ranks_of_hosts REPORT: the hosts of the GEOPM report have the right ranks; those of one host come after those of
# the one before.
ranks_of_hosts() {
	awk -v slots="${SLOTS[*]}" -v hosts="${HOSTS[*]}" '
		BEGIN {
			n = split(hosts, host)
			split(slots, slot)
			for (i = 1; i <= n; i++) { first[host[i]] = sum; size[host[i]] = slot[i]; sum += slot[i] }
		}
		/^  node/ { at = $1; sub(":", "", at) }
		/region:/ { region = $2 }
		/processes:/ && region == "\"halo\"" { halo[at] = $2 }
		/-rank:/ && ($2 < first[at] || $2 >= first[at] + size[at]) { print at ": " $0; wrong = 1 }
		END {
			for (i = 1; i <= n; i++) if (halo[host[i]] != size[host[i]]) { print "halo on " host[i] ": " halo[host[i]] " ranks"; wrong = 1 }
			exit wrong
		}' "$1" >&2 || fail "the GEOPM report has wrong ranks"
}

# tables: those of all ranks are in a directory that the hosts share, and are read from each host while the
# job runs and after the ranks of one host were killed.
tables() {
	local job i folder=$work/tables
	MPITIMER_TABLES=$folder MPI_TIMEOUT=600 hosts_run $RANKS "$work/shallowwater" -steps 1000000 -nx 256 -ny 160 -out "$out/killed" >"$out/killed.log" 2>&1 &
	job=$!
	patiently all_run "$folder" || fail "the ranks do not start: $(cat "$out/killed.log")"
	sleep 1.2 # for a sign of life that is not the first
	for i in "${!HOSTS[@]}"; do
		on "$i" "$work/mpitimer" stacks "$folder" >"$out/stacks.$i" || [[ $? == 3 ]]
		expect "$out/stacks.$i" "^shallowwater: $RANKS ranks on ${#HOSTS[@]} hosts, running for [0-9]+ (s|min)" "^running +$RANKS +0-$((RANKS - 1))\$" "^Total +($TIME +… +)?$TIME +$RANKS +0-$((RANKS - 1))"
		on "$i" "$work/mpitimer" recover "$folder" >"$out/running.$i" 2>&1 || [[ $? == 3 ]] || fail "recover: $(cat "$out/running.$i")"
		expect "$out/running.$i" "wall time $TIME, started" '^Total \(still running\).* 5/5 ' "^Total .* $TIME +\([0-4]\)"
	done
	on 0 timeout 120 "$work/mpitimer" top --once "$folder" >"$out/top" || [[ $? == 3 ]]
	expect "$out/top" "^shallowwater: $RANKS ranks on ${#HOSTS[@]} hosts, running for [0-9]+ (s|min)" "^$RANKS running" '^Total .*[^0-9]100\.0' ' halo .*[0-9]'
	kill_ranks 2
	patiently died_on "$folder" || fail "nodec does not say that its rank 3 has died: $(on 2 "$work/mpitimer" recover "$folder" 2>&1 | head -n 5)"
	for i in 0 1 3; do
		kill_ranks "$i"
	done
	wait "$job" && fail "mpirun does not mind that the ranks were killed"
	for i in "${!HOSTS[@]}"; do
		[[ $(on "$i" find /dev/shm -name '*.mptable') == "" ]] || fail "${HOSTS[i]} has kept tables of runs that have ended"
	done
}

# stopped: two ranks of nodec stop, the first one there and another. Their tables are in the memory of their host, where
# the rank that is left reads them, and the report has all ranks.
stopped() {
	local SLOTS=(1 1 3 0) folder=$out/stopped rank
	mkdir -p "$folder"
	MPITIMER_DIRECTORY=$folder MPITIMER_TIMER_FILE=tree.txt MPITIMER_PATIENCE=1s MPI_TIMEOUT=20 run "$out/stopped.log" "$work/stopped" 2 4 || true # they are ended
	expect "$out/stopped.log" '^stopped: reported'
	expect "$folder/tree.txt" "^stopped: $RANKS ranks on 3 hosts, wall time $TIME" '^Total \(still running on 2\).* 5/5 '
	for ((rank = 0; rank < RANKS; rank++)); do
		expect "$folder/tree.txt" "on $rank .* 1/5 "
	done
	for rank in 0 1 2; do
		on "$rank" find /dev/shm -name '*.mptable' -delete
	done
}

all_run() { grep -q "^running  *$RANKS " <<<"$(on 0 "$work/mpitimer" stacks "$1")"; }

# died_on FOLDER: seen from its own host the rank of nodec, which is 3, has died. For the others, whose locks
# are invisible from there, some seconds must pass without a sign of life.
died_on() { grep -qE '^died +1 +3( |$)' <<<"$(on 2 "$work/mpitimer" recover "$1" 2>/dev/null)"; }

# kill_ranks HOST
# shellcheck disable=SC2016 # it is for the shell over there
kill_ranks() { on "$1" sh -c 'for p in /proc/[0-9]*; do ! grep -qx shallowwater "$p/comm" 2>/dev/null || kill -KILL "${p#/proc/}"; done' || true; }

# relays HOST: how many run there.
# shellcheck disable=SC2016 # it is for the shell over there
relays() { on "$1" sh -c 'n=0; for p in /proc/[0-9]*; do ! grep -qxs mpitimer "$p/comm" || n=$((n + 1)); done; echo $n'; }

no_relays() { [[ $(relays 0)$(relays 1)$(relays 2) == 000 ]]; }

watches() { [[ $(relays 0) == 2 && $(relays 3) == 1 ]]; } # one is what watches

# from_afar: tables in each host's own memory are looked at from the first one. One host is not there, and one dies
# while it is watched, as with its plug pulled: nobody closes its connections. It takes the last host away.
from_afar() {
	local job top hosts there=(--launch "$work/shell {host}" --wait 15s)
	hosts=$(IFS=,; echo "${HOSTS[*]}")
	echo "$FAST.99 nodex" >>"$work/hosts"
	MPI_TIMEOUT=600 hosts_run $RANKS "$work/shallowwater" -steps 1000000 -nx 256 -ny 160 -out "$out/watched" >"$out/watched.log" 2>&1 &
	job=$!
	all_seen() { on 0 "$work/mpitimer" stacks --hosts "$hosts" "${there[@]}" >"$out/seen" 2>&1 && grep -q "^running  *$RANKS " "$out/seen"; }
	patiently all_seen || fail "the hosts are not seen: $(cat "$out/seen" "$out/watched.log")"
	expect "$out/seen" "^shallowwater: $RANKS ranks on ${#HOSTS[@]} hosts, running for "
	on 0 "$work/mpitimer" stacks --hosts "$hosts,nodex" "${there[@]}" >"$out/seen" 2>&1 && fail "nodex is not there, and nobody says so: $(cat "$out/seen")" || [[ $? == 3 ]] || fail "$(cat "$out/seen")"
	expect "$out/seen" "^running +$RANKS +0-$((RANKS - 1))\$" '^not readable: nodex: .*(no route|unreachable|timed out|no answer)'
	on 0 "$work/mpitimer" top --once -i 4s --hosts "$hosts" "${there[@]}" >"$out/top" 2>&1 &
	top=$!
	patiently watches || fail "nobody watches: $(cat "$out/top")"
	sleep 1 # for the first look
	nsenter -t "$SWITCH" -n ip link set to.noded down
	kill -KILL "${HOST_PIDS[3]}"
	wait "$top" && fail "noded has died, and nobody says so: $(cat "$out/top")" || [[ $? == 3 ]] || fail "$(cat "$out/top")"
	expect "$out/top" "^$((RANKS - 1)) running, 1 missing \($((RANKS - 1))\)" '^Total ' "^not readable: noded: no answer within 15s\$"
	patiently no_relays || fail "relays are left"
	for i in 0 1 2; do
		kill_ranks "$i"
	done
	kill "$job" 2>/dev/null || true
	wait "$job" || true
	unset 'HOST_PIDS[3]'
}

# slowly: over a slow network, slower in one direction. A clock can be compared to within half of the round
# trip.
slowly() {
	if ! wire_make -delay nodea,nodeb,10ms -delay nodeb,nodea,1ms -delay nodea,nodec,2ms -delay nodec,nodea,2ms -delay nodec,noded,1ms; then
		say "there is no network with delays, so these are not checked: $(cat "$work/wire.log")"
		return
	fi
	NETWORK=wire0
	offsets slow 5400000
	late_rank slow 4
	awk '/^Waits for other ranks/ { for (i = 1; i < NF; i++) if ($i == "±" && $(i + 1) >= 5400) found = 1 } END { exit !found }' "$out/late.slow" ||
		fail "the clocks cannot be known so well: $(grep '^Waits' "$out/late.slow")"
	NETWORK=eth0
}

# ended: whatever happened, nothing stays. What failed while hosts were made could not be made here.
ended() {
	local status=$?
	trap - EXIT
	set +e
	hosts_end
	if [[ $making == 1 && $status != 0 && $status != "$CANNOT" ]]; then
		say "hosts cannot be made here: $(cat "$work"/*.log 2>/dev/null)"
		status=$CANNOT
	fi
	[[ $kept == "" ]] || { mkdir -p "$kept" && cp -r "$out/." "$kept"; }
	rm -rf "$work"
	exit $status
}

main() {
	may_we "$@"
	[[ $KIND == --check ]] || mpi_find "$KIND" || cannot "there is no $KIND"
	work=$(mktemp -d)
	making=0 kept=${2:-}
	trap ended EXIT
	trap 'exit 1' INT TERM HUP
	out=$work/out
	mkdir "$out"
	go build -o "$work" ./scripts/hosts/shell ./scripts/hosts/wire
	making=1
	hosts_make
	making=0
	[[ $KIND != --check ]] || exit 0
	build
	[[ $KIND != mpich ]] || export MPI_TIMEOUT=10
	offsets fast 0
	offsets "one host by name" 0 -host one
	late_rank fast 4
	late_rank beside 1
	the_example
	tables
	stopped
	slowly
	from_afar
	echo "programs on ${#HOSTS[@]} hosts under $KIND, whose clocks differ by days: clocks, waits, traces, tables and reports"
}

main "$@"
