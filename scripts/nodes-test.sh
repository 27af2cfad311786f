#!/usr/bin/env bash
# Looks at jobs on their nodes as a user on a login node does: through ssh, with servers of this machine that answer as
# several hosts, and through Slurm, with two slurmd of this machine. Everything is in a folder of its own and on
# loopback, and ends with the script.
#
# Usage: scripts/nodes-test.sh [ssh|slurm]     both without one
#
# Exit status: 0 all is right; 1 something is wrong; 3 what it takes is missing and cannot be installed.
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/mpi-env.sh
source scripts/mpi-env.sh
# shellcheck source=scripts/expect.sh
source scripts/expect.sh

readonly CANNOT=3 SSH_PORT=${NODES_TEST_PORT:-27822}
PATH=$PATH:/usr/sbin:/sbin
work=$(mktemp -d)
chmod 755 "$work" # a daemon looks into it
mkdir "$work/log"

# end_daemons: those that have left the number of their process.
end_daemons() {
	local file
	for file in "$work"/*.pid; do
		[[ ! -s $file ]] || kill "$(<"$file")" 2>/dev/null || true
	done
}

cleanup() {
	[[ ${job:-} == "" ]] || kill "$job" 2>/dev/null || true
	[[ ${slurm_job:-}${limited_job:-} == "" ]] || scancel ${slurm_job:-} ${limited_job:-} 2>/dev/null || true
	end_daemons
	sleep 0.2
	rm -rf "$work"
}
trap cleanup EXIT

# no_relays: none of those that were started here is left.
no_relays() { ! pgrep -f "relay.*--remove|$work/mpitimer relay" >/dev/null; }

# stacks_show PATTERN ARGUMENT…: of mpitimer stacks.
stacks_show() {
	local pattern=$1
	shift
	"$work/mpitimer" stacks "$@" >"$work/stacks" 2>"$work/messages" || [[ $? == 3 ]] || return 1
	grep -qE -e "$pattern" "$work/stacks"
}

hangs() { stacks_show '^ 1  3 .* s +Total/step/solve$' "$@"; }

# goroutines: of all ranks, which answer at once unless their machine has much else to do.
goroutines() {
	stacks_show '^ +1 +1  3 .* < time\.Sleep .* < main\.solve hang/main\.go:' --goroutines "$@" &&
		grep -qE '^ +3 +3  0-2 +runtime\.cgocall < mpi\._Cfunc_.* < main\.exchange hang/' "$work/stacks"
}

start_sshd() {
	ssh-keygen -q -t ed25519 -N '' -f "$work/hostkey"
	ssh-keygen -q -t ed25519 -N '' -f "$work/key"
	cp "$work/key.pub" "$work/authorized"
	cat >"$work/sshd.conf" <<-EOF
		Port $SSH_PORT
		ListenAddress 127.0.0.1
		ListenAddress 127.0.0.2
		ListenAddress 127.0.0.3
		HostKey $work/hostkey
		AuthorizedKeysFile $work/authorized
		StrictModes no
		PasswordAuthentication no
		PidFile $work/sshd.pid
		MaxStartups 100
	EOF
	[[ $(id -u) != 0 ]] || mkdir -p /run/sshd
	"$(command -v sshd)" -f "$work/sshd.conf" -E "$work/log/sshd"
	ssh="ssh -T -p $SSH_PORT -i $work/key -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR {host}"
	patiently ${ssh/\{host\}/127.0.0.2} true || fail "sshd does not answer: $(cat "$work/log/sshd")"
}

through_ssh() {
	local there=(--hosts '127.0.0.[1-3],127.0.0.9' --send "$work/tables.ssh")
	start_sshd
	there+=(--launch "$ssh")
	(cd "$work" && MPITIMER_TABLES=$work/tables.ssh MPI_TIMEOUT=600 mpi_run 4 ./hang.openmpi >log/hang 2>&1) &
	job=$!
	patiently hangs "${there[@]}" || fail "the job does not hang: $(cat "$work/stacks" "$work/messages" "$work/log/hang")"
	expect "$work/stacks" '^hang.openmpi: 4 ranks on 1 host, running for ' '^ 3  0-2 .* m?s +Total/step/exchange$' 'not readable: 127\.0\.0\.9: .*(refused|unreachable|timed out)'
	patiently goroutines "${there[@]}" ||
		fail "the goroutines: $(cat "$work/stacks" "$work/messages")"
	through_clush
	pkill -STOP -f "^./hang.openmpi" # they live, and answer nobody
	stacks_show '^no goroutines of 4 ranks \(0-3\): no answer$' --goroutines "${there[@]}" || fail "who does not answer: $(cat "$work/stacks" "$work/messages")"
	pkill -KILL -f "^./hang.openmpi" || true
	wait "$job" 2>/dev/null || true
	job=
	"$work/mpitimer" recover "${there[@]}" >"$work/report" 2>"$work/messages" && fail "a host cannot be reached, and recover does not say so" || [[ $? == 3 ]] || fail "recover: $(cat "$work/messages")"
	expect "$work/report" '^died +4 +0-3 ' '├ solve \(still running on 1\)' 'died +Total/step/solve$'
	patiently no_relays || fail "relays are left: $(pgrep -af relay)"
	[[ $(find "${TMPDIR:-/tmp}" -maxdepth 1 -name 'mpitimer-relay.*' -newer "$work/key" | wc -l) == 0 ]] || fail "a binary that was sent is left"
	say "through ssh: four ranks on three hosts, one host that does not answer"
}

# through_clush: ClusterShell passes on lines of text only.
through_clush() {
	if ! scripts/debian-install.sh clush -- clustershell; then
		say "left out: clush is not installed and could not be"
		return
	fi
	mkdir -p "$work/clustershell"
	cat >"$work/clustershell/clush.conf" <<-EOF
		[Main]
		ssh_user: $(id -un)
		ssh_options: -p $SSH_PORT -i $work/key -oBatchMode=yes -oStrictHostKeyChecking=no -oUserKnownHostsFile=/dev/null -oLogLevel=ERROR
	EOF
	export CLUSTERSHELL_CFGDIR=$work/clustershell
	patiently hangs --hosts '127.0.0.[1-3],127.0.0.9' --launch 'clush -N -w {host}' --remote "$work/mpitimer" "$work/tables.ssh" ||
		fail "through clush: $(cat "$work/stacks" "$work/messages")"
	expect "$work/stacks" '^hang.openmpi: 4 ranks on 1 host, running for ' 'not readable: 127\.0\.0\.9: '
	patiently no_relays || fail "relays are left by clush: $(pgrep -af relay)"
	say "through clush of ClusterShell: the same"
}

start_slurm() {
	local host
	host=$(hostname -s)
	export SLURM_CONF=$work/slurm.conf
	cat >"$SLURM_CONF" <<-EOF
		ClusterName=test
		SlurmctldHost=$host(127.0.0.1)
		SlurmUser=$(id -un)
		SlurmdUser=$(id -un)
		AuthType=auth/munge
		AuthInfo=socket=$work/munge.sock
		StateSaveLocation=$work/state
		SlurmdSpoolDir=$work/spool-%n
		SlurmctldPidFile=$work/slurmctld.pid
		SlurmdPidFile=$work/slurmd-%n.pid
		SlurmctldLogFile=$work/log/slurmctld
		SlurmdLogFile=$work/log/slurmd-%n
		SlurmctldPort=27817
		ProctrackType=proctrack/linuxproc
		TaskPlugin=task/none
		SwitchType=switch/none
		MpiDefault=none
		ReturnToService=2
		SelectType=select/cons_tres
		SelectTypeParameters=CR_Core
		SlurmdParameters=config_overrides
		AccountingStorageType=accounting_storage/none
		JobAcctGatherType=jobacct_gather/none
		KillWait=5
		MessageTimeout=60
		TCPTimeout=60
		BatchStartTimeout=300
		UnkillableStepTimeout=600
		NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=27818 CPUs=4 State=UNKNOWN
		NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=27819 CPUs=4 State=UNKNOWN
		PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:8
	EOF
	mkdir "$work/state"
	(umask 077 && head -c 1024 /dev/urandom >"$work/munge.key")
	munged --force --key-file="$work/munge.key" --socket="$work/munge.sock" --pid-file="$work/munge.pid" \
		--log-file="$work/log/munge" --seed-file="$work/munge.seed" >"$work/log/starts" 2>&1 &&
		slurmctld -c >>"$work/log/starts" 2>&1 &&
		slurmd -N n1 >>"$work/log/starts" 2>&1 && slurmd -N n2 >>"$work/log/starts" 2>&1 || return
	patiently nodes_idle
}

nodes_idle() { [[ $(timeout 10 sinfo --noheader --format='%D %t') == "2 idle" ]]; }

through_slurm() {
	if ! start_slurm; then
		tail -n 3 "$work"/log/* >&2 || true
		say "Slurm does not start here"
		exit $CANNOT
	fi
	local name
	for name in slurm limit; do
		cat >"$work/job.$name" <<-EOF
			#!/bin/sh
			cd $work && MPITIMER_TABLES=$work/tables.$name exec srun -N2 -n4 --overcommit --mpi=pmi2 ./hang.mpich
		EOF
	done
	slurm_job=$(sbatch --parsable --requeue -N2 -n4 --overcommit --output="$work/log/job" "$work/job.slurm")
	patiently hangs "$slurm_job" "$work/tables.slurm" || fail "the job does not hang: $(cat "$work/stacks" "$work/messages" "$work/log/job")"
	expect "$work/stacks" "^hang.mpich: 4 ranks on 1 host, job $slurm_job, running for " '^ 3  0-2 .* m?s +Total/step/exchange$'
	"$work/mpitimer" top --once -i 200ms "$slurm_job" "$work/tables.slurm" >"$work/top"
	expect "$work/top" "job $slurm_job, running" '4 running' '^Total'
	requeued
	limited_job=$(sbatch --parsable --time=1 -N2 -n4 --overcommit --output="$work/log/limited" "$work/job.limit") # a minute is the least
	scancel "$slurm_job"
	slurm_job_before=$slurm_job slurm_job=
	patiently is_over "$slurm_job_before" || fail "the job does not end"
	for run in "$work"/tables.slurm/*; do
		"$work/mpitimer" recover "$run" >"$work/report"
		expect "$work/report" "job $slurm_job_before, ran for" '^died +4 +0-3 ' 'died +Total/step/solve$'
	done
	in_allocation
	timed_out
	patiently no_relays || fail "relays are left: $(pgrep -af relay)"
	say "through Slurm: four ranks on two nodes, watched by the number of their job, cancelled and recovered"
}

# requeued: Slurm ends the job and starts it again under the same number. The run that lives is shown, and what the one
# before has left does not get in its way.
requeued() {
	local first
	first=$(ls "$work/tables.slurm")
	scontrol requeue "$slurm_job"
	begins_now() { squeue --noheader --states=PENDING --jobs="$slurm_job" | grep -q . && scontrol update "JobId=$slurm_job" StartTime=now; }
	# A job that starts where nodes still clean up after it fails, as does one whose controller has yet to hear how it ended; that is
	# a while after it is queued.
	queued_again() { clean && grep -q "Requeuing JobId=$slurm_job\$" "$work/log/slurmctld"; }
	patiently queued_again || fail "the nodes do not end the job: $(sinfo; squeue)"
	sleep 2 # late messages
	patiently begins_now || fail "the job is not queued again: $(squeue)" # else Slurm waits for two minutes
	runs_again() { [[ $(find "$work/tables.slurm" -mindepth 1 -maxdepth 1 | wc -l) == 2 ]] && hangs "$slurm_job" "$work/tables.slurm"; }
	patiently runs_again || fail "the job does not run again: $(cat "$work/stacks" "$work/messages" "$work/log/job"; squeue; scontrol show job "$slurm_job" 2>&1)"
	expect "$work/stacks" "^hang.mpich: 4 ranks on 1 host, job $slurm_job, running for " '^running +4 +0-3$'
	"$work/mpitimer" stacks "$slurm_job" "$work/tables.slurm" "$first" >"$work/stacks" || fail "the first run: $(cat "$work/stacks")"
	expect "$work/stacks" "job $slurm_job, ran for" '^died +4 +0-3 '
	say "requeued by Slurm: the run that lives is shown, and the one before by its name"
}

# in_allocation: Open MPI's mpirun starts the ranks on the nodes of an allocation, through Slurm. They send by TCP: nodes
# of one host would meet in its shared memory, as ranks of one node do.
in_allocation() {
	local allocation run
	salloc --quiet -N2 -n4 --overcommit --job-name=allocated bash -c "cd $work && MPITIMER_TABLES=$work/tables.salloc exec mpirun.openmpi --mca pml ob1 --mca btl self,tcp -n 4 --oversubscribe ./hang.openmpi" \
		>"$work/log/allocated" 2>&1 &
	allocated() { slurm_job=$(squeue --noheader --format=%i --name=allocated) && [[ $slurm_job ]]; }
	patiently allocated || fail "there is no allocation: $(cat "$work/log/allocated")"
	patiently hangs "$slurm_job" "$work/tables.salloc" || fail "the job of the allocation does not hang: $(cat "$work/stacks" "$work/messages" "$work/log/allocated")"
	expect "$work/stacks" "^hang.openmpi: 4 ranks on 1 host, job $slurm_job, running for " '^ 3  0-2 .* m?s +Total/step/exchange$'
	allocation=$slurm_job slurm_job=
	scancel "$allocation"
	patiently is_over "$allocation" || fail "the allocation does not end"
	wait %% 2>/dev/null || true
	for run in "$work"/tables.salloc/*; do
		"$work/mpitimer" recover "$run" >"$work/report"
		expect "$work/report" "job $allocation, ran for" '^died +4 +0-3 '
	done
	say "mpirun of Open MPI within salloc: watched by the number of the allocation, and recovered"
}

# timed_out: a job that Slurm has ended at its limit of time.
timed_out() {
	local job=$limited_job run
	# Slurm looks once in half a minute, and gives processes as long to end.
	patiently is_over "$job" || patiently is_over "$job" || fail "the job has no end: $(squeue)"
	expect <(scontrol show job "$job") 'JobState=TIMEOUT'
	for run in "$work"/tables.limit/*; do
		"$work/mpitimer" recover "$run" >"$work/report"
		expect "$work/report" "job $job, ran for" '^died +4 +0-3 ' 'died +Total/step/solve$'
	done
	limited_job=
	say "ended by Slurm at its limit of time: recovered"
}

clean() {
	! pgrep -f 'slurmstepd: \[' >/dev/null && ! sinfo --noheader --Node --format=%T | grep -qi completing &&
		! squeue --noheader --states=RUNNING,COMPLETING --jobs="$slurm_job" | grep -q .
}

is_over() { [[ $(squeue --noheader --jobs="$1" 2>/dev/null) == "" ]]; }

main() {
	local what=${1:-both}
	go build -o "$work/" ./cmd/mpitimer
	if [[ $what != slurm ]]; then
		scripts/debian-install.sh sshd ssh -- openssh-server openssh-client || exit $CANNOT
		mpi_find openmpi || exit $CANNOT
		mpi_go build -o "$work/hang.openmpi" ./examples/hang
		through_ssh
	fi
	if [[ $what != ssh ]]; then
		scripts/debian-install.sh slurmctld slurmd srun munged -- slurm-wlm munge || exit $CANNOT
		for what in openmpi mpich; do
			mpi_find $what || exit $CANNOT
			mpi_go build -o "$work/hang.$what" ./examples/hang
		done
		through_slurm
	fi
}

main "$@"
