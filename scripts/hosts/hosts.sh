# shellcheck shell=bash To be sourced: makes hosts of namespaces of this machine, and runs programs of MPI on
# them. It takes the directory $work, which they share and where the programs shell and wire are; nothing else
# outlives hosts_end.

# The hosts, by how many seconds their monotonic clocks are ahead, and the ranks of each.
readonly HOSTS=(nodea nodeb nodec noded)
readonly AHEADS=(864000 0 34560000 172800) # 10, 0, 400 and 2 days
SLOTS=(2 1 1 1)
export RANKS=5

# Two networks: the kernel's own, and one with a given delay.
readonly FAST=10.98.0 SLOW=10.98.1

# A host is these namespaces.
readonly WHOLE=(--net --uts --ipc --pid --mount --time)

HOST_PIDS=() # the first process of each host
SWITCH=      # a process in the namespace of the bridge between them
WIRE=        # the slow network
NETWORK=eth0 # what MPI uses: eth0, the fast one, or wire0

# apart AHEAD COMMAND…: becomes what runs it as the first process of a new host, whose clocks are AHEAD
# seconds ahead.
apart() {
	exec unshare "${WHOLE[@]}" --monotonic "$1" --boottime "$1" --fork --kill-child --mount-proc -- "${@:2}"
}

# become NAME WORK: what the first process of a host does. The host shares all file systems except /tmp, apart
# from WORK, and /dev/shm.
become() {
	local name=$1 work=$2
	hostname "$name"
	ip link set lo up
	cd "$work" || return
	mount -t sysfs sysfs /sys || true # with the host's own interfaces; a container may not be allowed to
	mount -t tmpfs tmpfs /dev/shm
	mount -t tmpfs tmpfs /tmp
	if [[ ! -e $work/hosts ]]; then
		mkdir -p "$work"
		mount --no-canonicalize --bind . "$work"
	fi
	mount --bind "$work/hosts" /etc/hosts
	mount --bind "$work/boot.$name" /proc/sys/kernel/random/boot_id
	cd "$work" || return
	exec "$work/shell" serve :2222
}

# child PID: the process below it, which must be there soon.
child() {
	local found i
	for ((i = 0; i < 100; i++)); do
		found=$(awk -v parent="$1" '{ sub(/.*\)/, ""); if ($2 == parent) print FILENAME }' /proc/[0-9]*/stat 2>/dev/null || true)
		if [[ $found != "" ]]; then
			found=${found#/proc/}
			echo "${found%/stat}"
			return
		fi
		sleep 0.05
	done
	return 1
}

# hosts_make starts the hosts, with the fast network.
hosts_make() {
	local i name
	mkfifo "$work/alive"
	exec {ALIVE}<>"$work/alive" # ends with this shell, and with it what reads it
	unshare --net --fork --kill-child -- cat <"$work/alive" >"$work/switch.log" 2>&1 {ALIVE}>&- &
	SWITCH=$(child $!)
	nsenter -t "$SWITCH" -n ip link add switch type bridge
	nsenter -t "$SWITCH" -n ip link set switch up
	echo "127.0.0.1 localhost" >"$work/hosts"
	for i in "${!HOSTS[@]}"; do
		echo "$FAST.$((i + 1)) ${HOSTS[i]}" >>"$work/hosts"
	done
	for i in "${!HOSTS[@]}"; do
		name=${HOSTS[i]}
		cat /proc/sys/kernel/random/uuid >"$work/boot.$name"
		apart "${AHEADS[i]}" bash -c "set -euo pipefail; source scripts/hosts/hosts.sh; become $name '$work'" \
			<"$work/alive" >"$work/$name.log" 2>&1 {ALIVE}>&- &
		HOST_PIDS[i]=$(child $!)
		nsenter -t "$SWITCH" -n ip link add "to.$name" type veth peer name eth0 netns "${HOST_PIDS[i]}"
		nsenter -t "$SWITCH" -n ip link set "to.$name" master switch up
		address "$i" eth0 "$FAST"
	done
	for i in "${!HOSTS[@]}"; do
		patiently on 0 "$work/shell" "${HOSTS[i]}" true || fail "${HOSTS[i]} does not answer: $(cat "$work/${HOSTS[i]}.log")"
	done
}

# wire_told: the slow network is ready, or has ended because it cannot be had.
wire_told() { grep -q ready "$work/wire.log" || ! kill -0 "$WIRE" 2>/dev/null; }

# wire_make [-delay FROM,TO,DURATION]…: starts the slow network, or makes it another one.
wire_make() {
	local i ends=()
	wire_end
	for i in "${!HOSTS[@]}"; do
		ends+=("${HOSTS[i]},${HOST_PIDS[i]},$SLOW.$((i + 1))")
	done
	"$work/wire" "$@" "${ends[@]}" <"$work/alive" >"$work/wire.log" 2>&1 {ALIVE}>&- &
	WIRE=$!
	patiently wire_told && grep -q ready "$work/wire.log" || return 1
	for i in "${!HOSTS[@]}"; do
		address "$i" wire0 "$SLOW"
	done
}

wire_end() {
	if [[ $WIRE != "" ]]; then
		kill "$WIRE" 2>/dev/null || true
		wait "$WIRE" 2>/dev/null || true
		WIRE=
	fi
}

# hosts_end ends all of it.
hosts_end() {
	local pid
	wire_end
	for pid in "${HOST_PIDS[@]}" $SWITCH; do
		kill -KILL "$pid" 2>/dev/null || true
	done
	wait
}

# address HOST INTERFACE NETWORK: gives the interface its address.
address() {
	nsenter -t "${HOST_PIDS[$1]}" -n ip address add "$3.$(($1 + 1))/24" dev "$2"
	nsenter -t "${HOST_PIDS[$1]}" -n ip link set "$2" up
}

# on HOST COMMAND…: runs it on the host of that number.
on() {
	nsenter -t "${HOST_PIDS[$1]}" "${WHOLE[@]}" -- env -C "$work" "${@:2}" </dev/null {ALIVE}>&-
}

# hosts_run RANKS PROGRAM [ARGUMENT…]: runs it under MPIRUN on the hosts, by NETWORK (eth0 or wire0). The
# variables MPITIMER_… go with it.
hosts_run() {
	local i list=() options=() name
	for i in "${!HOSTS[@]}"; do
		[[ ${SLOTS[i]} == 0 ]] || list+=("${HOSTS[i]}:${SLOTS[i]}")
	done
	list=("$(IFS=,; echo "${list[*]}")")
	case $(mpi_kind "$MPIRUN") in
	openmpi)
		options=(--host "${list[0]}" --mca plm_rsh_agent "$work/shell" --mca oob_tcp_if_include eth0
			--mca pml ob1 --mca btl self,vader,tcp --mca btl_tcp_if_include "$NETWORK")
		for name in "${!MPITIMER_@}"; do
			options+=(-x "$name")
		done
		;;
	mpich)
		export UCX_TLS=tcp,self UCX_NET_DEVICES=$NETWORK
		options=(-hosts "${list[0]}" -launcher ssh -launcher-exec "$work/shell" -iface "$NETWORK")
		;;
	esac
	timeout --kill-after=10 "${MPI_TIMEOUT:-60}" \
		nsenter -t "${HOST_PIDS[0]}" "${WHOLE[@]}" -- env -C "$work" "$MPIRUN" "${options[@]}" -n "$1" "${@:2}" </dev/null {ALIVE}>&-
}
