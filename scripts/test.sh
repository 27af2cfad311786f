#!/usr/bin/env bash
# Everything that has to hold: formatting, vet, staticcheck, the builds, all tests, the race
# detector, a short fuzzing, and the collective tests and the example on Open MPI and on MPICH,
# which are installed when missing.
#
# A step that fails does not keep the others from running. What cannot run is reported as SKIPPED,
# and is a failure where CI=true.
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/lint.sh
source scripts/lint.sh

# Nobody looks at what is built here with a debugger: to leave out what one reads saves a third of the time of linking, and a
# tenth of that of compiling. All steps say the same, so that each takes what those before it have compiled.
export GOFLAGS="$GOFLAGS -ldflags=-w -gcflags=$MODULE/...=-dwarf=false"

# The tools of the go command as roomy has them, where the tests are to have their garbage collected as ever.
readonly ROOMY=(-toolexec 'env GOGC=400')

# regions FILE: the regions that a tree shows, with their places in it. A row ~untimed is there or not
# as time goes.
regions() {
	sed -n '/^region /,/^$/p' "$1" | grep -v '~untimed' | sed -e 's/[├└│]/ /g' -e 's/\([^ ]\)  .*/\1/'
}

# run_example KIND: the example under mpirun writes its files, and comes to the same end as on
# embedded ranks.
run_example() {
	local work sums
	work=$(mktemp -d)
	# shellcheck disable=SC2064 # the directory of now
	trap "rm -rf '$work'" EXIT
	mpi_find "$1"
	mpi_go build -o "$work/example" ./examples/shallowwater
	export MPITIMER_TIMER_FILE=tree.txt
	local options=(-config examples/shallowwater/shallowwater.yaml -uneven -steps 200)
	mpi_run 4 "$work/example" "${options[@]}" -out "$work/mpi" | tee "$work/log"
	"$work/example" "${options[@]}" -ranks 4 -out "$work/embedded" | tee -a "$work/log"
	scripts/demo-check.sh "$work/mpi" 4
	scripts/demo-check.sh "$work/embedded" 4 >/dev/null
	diff <(regions "$work/mpi/tree.txt") <(regions "$work/embedded/tree.txt")
	sums=$(grep -o 'checksum .*' "$work/log" | sort | uniq -c)
	if [[ $(wc -l <<<"$sums") != 1 || $sums != *" 2 checksum"* ]]; then
		echo "expected the same checksum twice, got: $sums"
		return 1
	fi
}

# wrong_launcher: a program linked with one MPI and started by the other must say so and fail.
wrong_launcher() {
	local work said
	work=$(mktemp -d)
	# shellcheck disable=SC2064
	trap "rm -rf '$work'" EXIT
	mpi_find mpich
	mpi_go build -o "$work/example" ./examples/shallowwater
	mpi_find openmpi
	if said=$(mpi_run 2 "$work/example" -out "$work" 2>&1); then
		echo "linked with MPICH it ran under Open MPI's mpirun"
		return 1
	fi
	if ! grep -q MPICH <<<"$said"; then
		echo "it did not say what is wrong: $said"
		return 1
	fi
}

# demo [VARIABLE=VALUE…]: the demo in a directory of its own, with these variables set.
demo() {
	local work
	work=$(mktemp -d)
	# shellcheck disable=SC2064
	trap "rm -rf '$work'" EXIT
	env "$@" scripts/demo.sh "$work/demo"
}

# demo_without_mpi: the same where no MPI is to be seen and none may be installed.
demo_without_mpi() {
	local bin tool
	bin=$(mktemp -d)
	for tool in bash env dirname mktemp rm mkdir cat grep tr id head timeout go; do
		ln -s "$(command -v $tool)" "$bin/$tool"
	done
	demo "PATH=$bin" TIMERS_NO_INSTALL=1 | tee "$bin/log"
	grep -q 'embedded ranks' "$bin/log"
	rm -rf "$bin"
}

mpi_steps() {
	local kind
	for kind in openmpi mpich; do
		if mpi_find "$kind"; then
			step "collective tests, $kind" scripts/mpi-test.sh "$kind"
			step "example, $kind" run_example "$kind"
			step "functions timed by the build, calls recorded, $kind" scripts/instrument-test.sh "$kind"
			if scripts/debian-install.sh g++ gfortran -- g++ gfortran; then
				step "regions from C, C++ and Fortran, $kind" scripts/c-test.sh "$kind"
			else
				step_skip "regions from C, C++ and Fortran, $kind" "there are no compilers of C++ and Fortran, and none could be installed"
			fi
		else
			step_skip "collective tests and examples, $kind" "it is not installed and could not be"
		fi
	done
	if mpi_find openmpi && mpi_find mpich; then
		step "the other MPI's mpirun" wrong_launcher
		step "ranks that are killed, short" scripts/kill.sh -kills 16
		step "tracers beside the example" scripts/tracers-test.sh
	else
		step_skip "the other MPI's mpirun" "it takes two MPIs"
		step_skip "ranks that are killed, short" "it takes two MPIs"
		step_skip "tracers beside the example" "it takes two MPIs"
	fi
}

gptl_step() {
	if command -v cc >/dev/null && command -v pkg-config >/dev/null; then
		step "regions in GPTL's report" scripts/gptl-test.sh
	else
		step_skip "regions in GPTL's report" "it takes a C compiler and pkg-config"
	fi
}

# papi_step: what PAPI counts, in a C program beside the timers.
papi_step() {
	if scripts/debian-install.sh cc pkg-config /usr/include/papi.h -- gcc libc6-dev pkg-config libpapi-dev; then
		step "counters beside PAPI's" scripts/papi-test.sh
	else
		step_skip "counters beside PAPI's" "it takes a C compiler, pkg-config and PAPI"
	fi
}

# hosts_step: it takes rights that many containers have not, and what is tested there is tested elsewhere
# on one host.
hosts_step() {
	if mpi_find openmpi && scripts/hosts-test.sh --check; then
		step "several hosts, whose clocks differ" scripts/hosts-test.sh
	else
		echo "left out: several hosts, whose clocks differ: it takes Open MPI and the right to make namespaces"
	fi
}

terminal_step() {
	if scripts/debian-install.sh tmux -- tmux && mpi_find openmpi; then
		step "top, stacks and recover in a terminal" scripts/terminal-test.sh
	else
		step_skip "top, stacks and recover in a terminal" "it takes tmux and Open MPI"
	fi
}

# otf2_step: traces that OTF2's own library writes and its own tools and bindings read.
otf2_step() {
	if command -v cc >/dev/null && scripts/debian-install.sh otf2-config otf2-print -- libotf2-trace-dev otf2-tools python3-otf2; then
		step "traces of OTF2" otf2_tests
	else
		step_skip "traces of OTF2" "it takes a C compiler and OTF2's library and tools"
	fi
}

otf2_tests() {
	CGO_ENABLED=1 go vet -tags otf2 ./stats/hdtrace/otf2
	CGO_ENABLED=1 go test -vet=off -count=1 -tags otf2 ./stats/hdtrace/otf2
	local kind
	for kind in openmpi mpich; do
		! mpi_find "$kind" || scripts/otf2-test.sh "$kind"
	done
}

# nodes_step: where Slurm and sshd can be had.
nodes_step() {
	if scripts/debian-install.sh sshd ssh slurmctld slurmd srun munged -- openssh-server openssh-client slurm-wlm munge &&
		mpi_find openmpi && mpi_find mpich; then
		step "a job on its nodes, by ssh and by Slurm" scripts/nodes-test.sh
	else
		step_skip "a job on its nodes, by ssh and by Slurm" "it takes sshd, Slurm, Open MPI and MPICH"
	fi
}

# What tests skip without a reason where it is installed, as regular expressions: what they say that they lack.
must_run=(-forbid 'no go command' -forbid 'no cgo here')

# tests OPTION… PACKAGE…: go vet has looked at them before. Which tests were skipped stands below.
tests() {
	go test -vet=off -json "$@" | go run ./scripts/tested "${must_run[@]}"
}

# Programs that are built at length take the time that is left beside others.
all_tests() {
	tests "${ROOMY[@]}" -timeout 30m ./...
}

# concurrent_packages: those in whose files, tests among them, goroutines begin, or ranks that are goroutines. Where a lock or an
# atomic number is only for callers that have goroutines, the tests of those callers show whether it does.
concurrent_packages() {
	go list -f '{{.ImportPath}} {{.Dir}}' ./... | while read -r name dir; do
		if compgen -G "$dir/*_test.go" >/dev/null &&
			grep -qE '^[^/"`]*((^|[[:space:]])go (func\(|[a-zA-Z_.]+\()|\.Go\()|"net/http"|/machenv/local"' "$dir"/*.go; then
			echo "$name"
		fi
	done
}

# race_tests: the campaigns, which take long, have run without the race detector, and what scripts are made of runs
# by itself. What the tests of the wrappers and of instrumented programs do is done by programs that the go command
# builds without the detector; but several builds at one time meet in one process. What rewrites their sources has no
# goroutines but those in the sources.
race_tests() {
	local list
	mapfile -t list < <(concurrent_packages | grep -vE '/scripts/|/mpitimer/mpiwrap$|/internal/instrument(/rewrite)?$')
	go test "${ROOMY[@]}" -vet=off -race -short "${list[@]}"
	go test -vet=off -race -short -run 'Parallel|Plain' ./cmd/mpitimer/internal/instrument
}

# page_tests: those in a browser are a module of their own. None of them may be skipped, whatever it lacks.
page_tests() {
	local module=stats/export/page/browser
	go -C "$module" vet ./...
	go -C "$module" test -vet=off -json -count=1 ./... | go run ./scripts/tested -forbid ''
}

# dead_runs lists the runs of this user that have left tables where they are if nobody says where.
dead_runs() { go run ./cmd/mpitimer runs --format csv | awk -F, 'NR > 1 && $8 == "false" { print $1 }' | sort; }

# no_tables_left BEFORE: tests whose programs die keep their tables in folders of their own: there are no more dead runs
# than that file lists.
no_tables_left() {
	local left
	left=$(comm -13 "$1" <(dead_runs))
	if [[ $left != "" ]]; then
		echo "left by these runs, in the memory of the machine: $left"
		return 1
	fi
}

page_step() {
	if [[ $have_chromium == true ]]; then
		step "page in Chromium" page_tests
	else
		step_skip "page in Chromium" "it is not installed and could not be"
	fi
	if [[ $have_chromium == true ]] && { mpi_find openmpi || mpi_find mpich; }; then
		step "one page of all that was recorded" demo_page
	else
		step_skip "one page of all that was recorded" "it takes Chromium and an MPI"
	fi
}

# demo_page: what a newcomer reads on it, in Chromium.
demo_page() {
	local work
	work=$(mktemp -d)
	# shellcheck disable=SC2064
	trap "rm -rf '$work'" EXIT
	POWER=made-up SINCE=60 scripts/demo-page.sh "$work/demo"
	DEMO_PAGE=$work/demo/page.html DEMO_SINCE=60 go -C stats/export/page/browser test -tags demo -count=1 -run '^TestDemoPage$' -v .
}

# steps_of_processes: programs that are started, wait for each other and are looked at, and at the end those of others,
# while the race detector has the other processor. What they install no other step needs.
steps_of_processes() {
	mpi_steps
	gptl_step
	papi_step
	terminal_step
	otf2_step
	hosts_step
	step "a job on 50 nodes, some out of reach" scripts/scale.sh --short
	nodes_step
	step "demo" demo
	step "demo without MPI" demo_without_mpi
	step "programs of others, instrumented, short" scripts/foreign-test.sh
}

main() {
	# What it cannot install becomes a skipped step below.
	scripts/mpi-install.sh mpich || true
	have_chromium=false
	! scripts/chromium-install.sh || have_chromium=true
	if mpi_find openmpi && mpi_find mpich; then
		must_run+=(-forbid 'no mpirun' -forbid 'mpicc\.[a-z]+ is not installed')
	fi
	dead_runs >"$STEP_LOGS/dead-runs"
	steps_beside steps_of_processes
	lint_steps
	step "tests" all_tests
	page_step
	step "goroutines' numbers not at hand" scripts/fallback-test.sh
	step "race detector" race_tests
	step "bad machine" scripts/badmachine-test.sh
	step "fuzzing, short" scripts/fuzz.sh 1000x
	steps_join
	step "no tables are left" no_tables_left "$STEP_LOGS/dead-runs"
	step_summary
}

main "$@"
