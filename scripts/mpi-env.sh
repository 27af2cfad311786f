# shellcheck shell=bash
# To be sourced: finds the MPIs of this machine and runs programs under them, also for root in a
# container and with more ranks than cores.

# Open MPI refuses root, and more ranks than cores, unless it is told that both are intended. The second set
# is for Open MPI 5, which reads other names.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
export PRTE_ALLOW_RUN_AS_ROOT=1 PRTE_ALLOW_RUN_AS_ROOT_CONFIRM=1
export PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe

# Containers forbid the system call with which Open MPI copies between processes, and have no fast
# network; it warns of both, once a rank.
export OMPI_MCA_btl_vader_single_copy_mechanism=none
export OMPI_MCA_btl_base_warn_component_unused=0
export OMPI_MCA_hwloc_base_binding_policy=none
export HWLOC_HIDE_ERRORS=2

# A checkout that belongs to another user, as in containers, does not concern git here: without this, go build
# fails because git refuses to describe it.
export GOFLAGS="${GOFLAGS:+$GOFLAGS }-buildvcs=false"

# mpi_kind PROGRAM: whose mpirun is it? Prints openmpi, mpich or nothing.
mpi_kind() {
	local text
	text=$("$1" --version 2>&1 </dev/null | head -n 5) || true
	case $text in
	*"Open MPI"* | *OpenRTE* | *PRRTE* | *prte*) echo openmpi ;;
	*HYDRA* | *MPICH*) echo mpich ;;
	esac
}

# mpi_find NAME: finds the MPI called NAME (openmpi or mpich) and sets MPICC and MPIRUN, and for mpi_go
# MPITAGS and MPICGO; fails if it is not there. Debian gives the programs of each MPI a suffix; elsewhere the
# plain names belong to one of them.
mpi_find() {
	local pkg=$1
	if command -v "mpicc.$1" >/dev/null && command -v "mpirun.$1" >/dev/null; then
		MPICC=mpicc.$1 MPIRUN=mpirun.$1
	elif command -v mpicc >/dev/null && command -v mpirun >/dev/null && [[ $(mpi_kind mpirun) == "$1" ]]; then
		MPICC=mpicc MPIRUN=mpirun
	else
		return 1
	fi
	if [[ $1 == openmpi ]]; then
		pkg=ompi-c
	fi
	if pkg-config --exists "$pkg" 2>/dev/null; then
		MPITAGS=mpi,mpi_$1 MPICGO=
	else
		MPITAGS=mpi,mpi_cc MPICGO=$MPICC # the compiler wrapper knows the flags
	fi
}

# mpi_go VERB [ARGUMENT…]: runs the go command so that it links the MPI that mpi_find found.
mpi_go() {
	local verb=$1
	shift
	env CGO_ENABLED=1 ${MPICGO:+"CC=$MPICGO"} go "$verb" -tags "$MPITAGS" "$@"
}

# mpi_command RANKS: prints what stands before a program that runs on RANKS ranks.
mpi_command() {
	local options=()
	case $(mpi_kind "$MPIRUN") in
	openmpi) options=(--oversubscribe) ;;
	mpich) options=(-launcher fork) ;;
	esac
	echo "$MPIRUN ${options[*]} -n $1"
}

# mpi_run RANKS PROGRAM [ARGUMENT…]: runs the program under MPIRUN on RANKS ranks. A run that hangs is ended
# after MPI_TIMEOUT seconds (120 by default) and fails.
mpi_run() {
	local before
	read -ra before <<<"$(mpi_command "$1")"
	shift
	# MPICH's mpirun dies of SIGPIPE, once in 80 times, where all ranks end before it has told them that their input is at its end.
	(
		trap '' PIPE
		exec timeout --kill-after=10 "${MPI_TIMEOUT:-120}" "${before[@]}" "$@" </dev/null
	)
}
