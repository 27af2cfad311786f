#!/usr/bin/env bash
# Regions from C, C++ and Fortran: programs of each, linked with the library or with a solver in Go, under mpirun; ranks
# that end as they should, without a word, and by a kill.
#
# Usage: scripts/c-test.sh openmpi|mpich    it takes gcc, g++ and gfortran
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/mpi-env.sh
source scripts/mpi-env.sh
# shellcheck source=scripts/expect.sh
source scripts/expect.sh

readonly KIND=${1:-openmpi}
export MPITIMER_MIN_SHARE=0 # all that is looked for is there, however short it was
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LD_LIBRARY_PATH=$work${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
readonly HEADER=$PWD/mpitimer/capi LIBRARY=(-L"$work" -lmpitimer)

# row FILE PATTERN: the tree has such a row; behind its name may stand how sure its figures are.
row() { expect "$1" "^[ │├└]*${2/ +/( \\([^)]*\\))? +}"; }

# trial NAME RANKS PROGRAM [ARGUMENT…]: runs in a folder of its own, $work/NAME, and keeps what it says in the file log.
trial() {
	local folder=$work/$1 ranks=$2
	shift 2
	mkdir -p "$folder"
	(cd "$folder" && MPITIMER_TABLES=tables mpi_run "$ranks" "$@" >log 2>&1)
}

# whole FILE: what scripts/c/regions.c does, on three ranks, is in the tree.
whole() {
	row "$1" 'solve +3 ' && row "$1" 'step 0 +102 ' && row "$1" 'exchange +300 ' && row "$1" 'of some @odd ranks +34 +0 +1/1'
	row "$1" 'thread +9000 ' && row "$1" 'tiny +9000 ' && row "$1" 'phases +3 ' && row "$1" 'one +30 ' && row "$1" 'two +30 '
	row "$1" 'recursive +15 ' && row "$1" 'elsewhere +15 ' && row "$1" 'MPI_Allreduce +300 '
	expect "$1" 'stop without start.*never started'
	if grep -q 'detail\|of the child\|too late\|ended with\|the signal\|^initialize\|^finalize\|^environment\|has .* calls' "$1"; then
		fail "something is in the tree that should not be, or failed: $(cat "$1")"
	fi
}

in_c() {
	"$MPICC" -std=c11 -O2 -Wall -Wextra -Werror -I"$HEADER" -o "$work/regions" scripts/c/regions.c "${LIBRARY[@]}" -lpthread
	trial finalize 3 "$work/regions" finalize || fail "the program in C: $(cat "$work/finalize/log")"
	whole "$work/finalize/log"
	expect "$work/finalize/timing.0" 'exchange'
	trial mpi 3 "$work/regions" mpi || fail "without mpitimer_finalize: $(cat "$work/mpi/log")"
	whole "$work/mpi/log"
	# What mpirun makes of ranks that end without MPI_Finalize is not ours; what they did is in their tables.
	trial exit 2 "$work/regions" exit || true
	"$work/mpitimer" recover "$work"/exit/tables/* -o "$work/exit/recovered" >"$work/exit/said" 2>&1 || true
	"$work/mpitimer" show "$work"/exit/tables/* >"$work/exit/tree" 2>&1 || true
	row "$work/exit/tree" 'exchange +200 ' && row "$work/exit/tree" 'thread +6000 '
}

# killed NAME PROGRAM CALLS: nothing is lost of a program whose rank 1 is killed.
killed() {
	local folder=$work/$1-kill
	trial "$1-kill" 2 "$2" kill && fail "nobody died: $(cat "$folder/log")"
	"$work/mpitimer" show "$folder"/tables/* >"$folder/tree" 2>&1 || fail "the tables of the killed ranks: $(cat "$folder/tree")"
	row "$folder/tree" "$3" && row "$folder/tree" 'where it died'
}

# watched HOW RANKS COMMAND…: runs a command while ranks wait for each other in that way, or go on, with what mpitimer stacks
# says of them in $folder/stacks.
watched() {
	local folder=$work/waits-$1 job
	mkdir "$folder"
	(cd "$folder" && MPITIMER_TABLES=tables mpi_run "$2" "$work/waits" "$1" >log 2>&1) &
	job=$!
	"${@:3}"
	pkill -KILL -f "^$work/waits $1" || true
	wait "$job" || true
}

look() { "$work/mpitimer" stacks "$folder"/tables/* >"$folder/stacks"; }

says() { look && grep -qE "$1" "$folder/stacks"; }

# expect_says PATTERN…: sooner or later each stands there.
expect_says() {
	local pattern
	for pattern in "$@"; do
		patiently says "$pattern" || fail "who waits for whom, $(basename "$folder"), $pattern: $(cat "$folder/stacks" "$folder/log")"
	done
}

# waits_for HOW RANKS PATTERN…: while ranks wait for each other in that way, mpitimer stacks says who waits for whom.
waits_for() { watched "$1" "$2" expect_says "${@:3}"; }

# in_one_place: of three ranks that go from region to region each is in one place, and in one call or none, whenever one looks.
in_one_place() {
	local n
	expect_says 'Total/step/(first|second)'
	for ((n = 0; n < 40; n++)); do
		look
		awk '/ inside$/ { on = 1; next } /^$/ && on { exit } on { n += $1 } END { exit n != 3 }' "$folder/stacks" ||
			fail "a rank is in two places, or in none: $(cat "$folder/stacks")"
	done
}

who_waits_for_whom() {
	"$MPICC" -std=c11 -O2 -Wall -Wextra -Werror -Wno-stringop-overflow -I"$HEADER" -o "$work/waits" scripts/c/waits.c "${LIBRARY[@]}" -lpthread
	watched goes-on 3 in_one_place
	waits_for chain 3 '^2 ranks \(1-2\) wait for rank 0 \(1 of them directly\), which is in Total/step/solve for'
	waits_for ring 3 '^ranks 0-2 wait for each other: 0 in MPI_Recv for 1, 1 in MPI_Recv for 2, 2 in MPI_Recv for 0$'
	waits_for send 3 '^2 ranks \(1-2\) wait for rank 0, which is in Total/step/solve for'
	waits_for barrier 3 '^2 ranks \(0-1\) wait in MPI_Barrier for all ranks; not in it: 2 \(Total/step/output\)$'
	waits_for bcast 3 '^2 ranks \(0,2\) wait for rank 1, which is in Total/step/read for'
	waits_for behind-root 8 'wait for rank [124], which is in Total/step/output$' 'running +8 +0-7$'
	! grep -q 'for rank 0' "$work/waits-behind-root/stacks" || fail "the root has gone on: $(cat "$work/waits-behind-root/stacks")"
	waits_for wait 3 '^2 ranks \(0-1\) wait for rank 2, which is in Total/step/solve for'
	waits_for waitall 3 '^2 ranks \(1-2\) wait for rank 0, which is in Total/step/solve for'
	waits_for rows 4 '^rank 1 waits in MPI_Barrier for ranks 1,3; not in it: 3 \(Total/step/solve\)$' \
		'^2 ranks \(0,2\) wait for rank 3 \(1 of them directly\), which is in Total/step/solve for'
	waits_for twins 3 '^2 ranks \(1-2\) wait in MPI_Allreduce for all ranks \(their communicator 2\); not in it: 0 ' \
		'^ranks 0-2 wait for each other: 0 in MPI_Allreduce for 1, 1 in MPI_Allreduce for 0, …$'
	waits_for halo 4 '^3 ranks \(0-1,3\) wait for rank 2 \(2 of them directly\), which is in Total/step/solve for'
	waits_for any 3 '^rank 0 waits for rank 1, which is in Total/step/solve for' '^rank 0 waits for rank 2, which is in Total/step/output for'
	waits_for isend 3 '^2 ranks \(1-2\) wait for rank 0 \(1 of them directly\), which is in Total/step/solve for'
	waits_for issend 3 '^2 ranks \(1-2\) wait for rank 0, which is in Total/step/solve for'
	waits_for ibarrier 3 '^2 ranks \(0-1\) wait in MPI_Wait for all ranks; not in it: 2 \(Total/step/output\)$'
	waits_for polls 3 '^ 1  2 .* Total/step/output$' '^ 2  0-1 .* Total/step/MPI_Test \(polling\)$'
	waits_for ibcast 3 '^2 ranks \(0,2\) wait for rank 1, which is in Total/step/read for'
	waits_for irows 4 '^rank 1 waits in MPI_Waitall for ranks 1,3; not in it: 3 \(Total/step/solve\)$'
	waits_for part 6 '^2 ranks \(1-2\) wait for rank 0 \(1 of them directly\), which is in Total/step/solve for'
	waits_for part-outside 6 '^2 ranks \(0-1\) wait for rank 2, which is in Total/step/MPI_Recv$'
	waits_for threads 3 '^a thread of rank 0 waits in MPI_Recv for rank 1, which is in Total/step/solve for' \
		'^a thread of rank 0 waits in MPI_Wait for rank 2, which is in Total/step/output for' '^ 1  0 +2? ?.*1 thread'
}

# ranks_of_a_part: who has sent to whom has the numbers of the job that is timed, also what was sent before it began.
ranks_of_a_part() {
	(export MPITIMER_MPI_MATRIX=matrix.csv && trial part-ends 6 "$work/waits" part-ends) || fail "timers of a part: $(cat "$work/part-ends/log")"
	[[ $(grep -E '^[0-9]' "$work/part-ends/matrix.csv") == "0,0,1,1,13,52" ]] || fail "the matrix of a part: $(cat "$work/part-ends/matrix.csv")"
}

in_cpp() {
	g++ -std=c++11 -O2 -Wall -Wextra -Werror -fopenmp -I"$HEADER" -o "$work/scopes" scripts/c/scopes.cpp "${LIBRARY[@]}"
	trial cpp 1 "$work/scopes" || fail "the program in C++: $(cat "$work/cpp/log")"
	row "$work/cpp/log" 'solve +1 ' && row "$work/cpp/log" 'may fail +10 ' && row "$work/cpp/log" 'handle +5 '
	row "$work/cpp/log" 'iteration +1000 +4 ' && row "$work/cpp/log" 'rare +1000 +4 +~'
	"${MPICC/mpicc/mpicxx}" -std=c++11 -O2 -Wall -Wextra -Werror -DOMPI_SKIP_MPICXX -I"$HEADER" -o "$work/environments" scripts/c/environments.cpp "${LIBRARY[@]}"
	trial environments-run 4 "$work/environments" || fail "environments from C++: $(cat "$work/environments-run/log")"
	row "$work/environments-run/log" 'Omega:run:exchange @odd +2 +2/2' && row "$work/environments-run/log" 'Omega:run:collect @back +2 +2/2'
	[[ -s $work/environments-run/omega.0 && ! -e $work/environments-run/omega.1 && -s $work/environments-run/all.0 && -s $work/environments-run/all.3 ]] || fail "files of ranks: $(ls "$work/environments-run")"
	expect "$work/environments-run/omega.summary" '^"Omega:run:step" +- +4 +4 4.000000e\+01' '^"Omega:run:exchange" +- +2 '
}

in_fortran() {
	(cd "$work" && "mpif90.$KIND" -O2 -w -fallow-argument-mismatch -o solver "$HEADER/fortran/mpitimer.f90" "$root/scripts/c/solver.f90" "${LIBRARY[@]}")
	trial fortran 3 "$work/solver" || fail "the program in Fortran: $(cat "$work/fortran/log")"
	row "$work/fortran/log" 'run +3 ' && row "$work/fortran/log" 'kind 0 +90 ' && row "$work/fortran/log" 'kernel +90 ' && row "$work/fortran/log" 'of some @even ranks +60 +2/2'
	row "$work/fortran/log" 'second +3 '
	if grep -q 'initialize:\|finalize:\|has calls' "$work/fortran/log"; then
		fail "the program in Fortran: $(cat "$work/fortran/log")"
	fi
	killed fortran "$work/solver" 'run'
}

# documented LANGUAGE FILE COMMAND…: the program of that language in the documentation.
documented() {
	awk -v fence="\`\`\`$1" '$0 == "```" { inside = 0 } inside; $0 == fence { inside = 1 }' docs/c.md >"$work/$2"
	shift 2
	(cd "$work" && "$@" "${LIBRARY[@]}")
	trial shown 2 "$work/sample" || fail "the program in docs/c.md: $(cat "$work/shown/log")"
}

in_the_documentation() {
	local flags=(-Wall -Wextra -Werror -I"$HEADER" -o "$work/sample")
	documented c sample.c "$MPICC" "${flags[@]}" sample.c
	row "$work/shown/log" 'step +20 ' && row "$work/shown/log" 'kernel +2000 ' && row "$work/shown/log" 'MPI_Barrier +20 '
	documented cpp sample.cpp g++ "${flags[@]}" sample.cpp
	row "$work/shown/log" 'solve +2 '
	documented fortran sample.f90 "mpif90.$KIND" -w -o "$work/sample" "$HEADER/fortran/mpitimer.f90" sample.f90
	row "$work/shown/log" 'step +20 ' && row "$work/shown/log" 'kernel +20 '
}

# with_gptl: programs that call GPTL, linked with ours; one that was linked with nothing gets it by preloading.
with_gptl() {
	local folder=$PWD/mpitimer/cgptl
	"$MPICC" -O2 -Wall -Wextra -Werror -fopenmp -I"$folder" -o "$work/gptlc" scripts/c/gptl.c -L"$work" -lgptl
	trial gptl 2 "$work/gptlc" || fail "the program that calls GPTL: $(cat "$work/gptl/log")"
	expect "$work/gptl/log" 'as it should be'
	expect "$work/gptl/timing.000000" '^ *total +1 ' '^[* ]*handled +1000 ' '^ *built 0 +500 ' '^ *recursive +3 +2 ' '^Stats for thread 1' '^SUM threaded +100 '
	expect "$work/gptl/timing.summary" '^handled +2000 +2 '
	(cd "$work" && gfortran -O2 -Wall -o gptlf "$folder/fortran/gptl.f90" "$root/scripts/c/gptl.f90" -L. -lgptl)
	trial gptl-fortran 1 "$work/gptlf" || fail "the program in Fortran that calls GPTL: $(cat "$work/gptl-fortran/log")"
	expect "$work/gptl-fortran/log" 'as it should be'
	expect "$work/gptl-fortran/timing.000007" '^ *handled +100 '
	MPITAGS=$MPITAGS,pmpi mpi_go build -buildmode=c-shared -o "$work/pmpi/libgptl.so.0" ./cmd/libgptl
	LD_LIBRARY_PATH=$work/pmpi:$LD_LIBRARY_PATH trial gptl-pmpi 2 "$work/gptlc" || fail "calls of MPI as timers: $(cat "$work/gptl-pmpi/log")"
	expect "$work/gptl-pmpi/timing.000000" '^ *MPI_Comm_rank +1 ' '^[* ]*handled +1000 '
	(cd "$work" && "mpif90.$KIND" -O2 -w -o perf "$folder/fortran/perf_mod.f90" "$root/scripts/c/perf_mod.f90" -L. -lgptl)
	trial perf-run 2 "$work/perf" || fail "the program that calls perf_mod: $(cat "$work/perf-run/log")"
	! grep -q 'wrong\|perf_mod:' "$work/perf-run/log" || fail "the program that calls perf_mod: $(cat "$work/perf-run/log")"
	expect "$work/perf-run/model_timing_stats" '^"CPL:RUN" +- +2 ' '^"a:step" +- +2 +[0-9]+ +1.000000e\+02' '^"given" ' '^"p:inside" '
	[[ -s $work/perf-run/model_timing.0 && ! -e $work/perf-run/model_timing.1 ]] || fail "not one file of a rank: $(ls "$work/perf-run")"
	(cd "$work" && "mpif90.$KIND" -O2 -w -o barriers "$folder/fortran/perf_mod.f90" "$root/scripts/c/perf_barrier.f90" -L. -lgptl)
	trial barriers-run 2 "$work/barriers" || fail "perf_mod's barriers: $(cat "$work/barriers-run/log")"
	! grep -q 'wrong\|perf_mod:' "$work/barriers-run/log" || fail "perf_mod's barriers: $(cat "$work/barriers-run/log")"
	expect "$work/barriers-run/barriers_stats" '^"many" +- +2 +2 1.000000e\+04' '^"late" .* 0\.[3-9][0-9]+ \( +0 +0\) '
	gcc -O0 -finstrument-functions -rdynamic -I"$folder" -Wl,--unresolved-symbols=ignore-all -o "$work/functions" scripts/c/functions.c
	trial functions-run 1 env LD_PRELOAD="$work/libgptl.so" "$work/functions" || fail "functions as timers: $(cat "$work/functions-run/log")"
	expect "$work/functions-run/timing.000000" '^ *branch +2 ' '^ *leaf +20 '
}

# with_e3sm: programs that call E3SM's fork of GPTL, as Pacer, perf_mod and SCORPIO do.
with_e3sm() {
	local headers=(-DHAVE_MPI -I"$work/prefix/include/gptl_e3sm") library=(-L"$work" -lgptl_e3sm)
	"$MPICC" -O2 -Wall -Wextra -Werror "${headers[@]}" -o "$work/e3smc" scripts/c/e3sm.c "${library[@]}"
	trial e3sm 2 "$work/e3smc" all || fail "the program that calls the fork: $(cat "$work/e3sm/log")"
	expect "$work/e3sm/timing.0" '^    "b:by handle" +- +1 ' '^    "by handle" +- +2 ' '^      "inner:same" ' '^    "n{127}" +- +3 ' '^  "still on" +y +0 '
	expect "$work/e3sm/all.summary" '^\*{5} GLOBAL STATISTICS \( {5}2 MPI TASKS\)' '^"of one rank" +- +1 +1 1.000000e\+00' '^"given" +- +2 +2 6.000000e\+00 +9.000000e\+00'
	expect "$work/e3sm/second" '^  "second life" +- +1 '
	[[ $(grep -c 'Stats for thread 0' "$work/e3sm/one") == 2 ]] || fail "nothing was appended: $(cat "$work/e3sm/one")"
	"${MPICC/mpicc/mpicxx}" -std=c++11 -O2 -Wall -Wextra -Werror -DOMPI_SKIP_MPICXX "${headers[@]}" -o "$work/pacer" scripts/c/pacer.cpp "${library[@]}"
	trial pacer-run 4 "$work/pacer" || fail "the class of Pacer's kind: $(cat "$work/pacer-run/log")"
	expect "$work/pacer-run/every.summary" '^"Ocean:run:step:halo" +- +4 +4 4.000000e\+01' '^"Ocean:run:step:wait" +- +4 +4 2.000000e\+01' '^"Total" +y +0 '
	expect "$work/pacer-run/every.timing.3" '^      "Ocean:run:step" +- +10 '
	[[ -s $work/pacer-run/one.timing.0 && ! -e $work/pacer-run/one.timing.1 ]] || fail "not one file of a rank: $(ls "$work/pacer-run")"
	"$MPICC" -O2 -Wall -Wextra -Werror -fopenmp "${headers[@]}" -o "$work/idle" scripts/c/e3sm_idle.c "${library[@]}"
	trial idle-run 2 "$work/idle" || fail "a rank without timers: $(cat "$work/idle-run/log")"
	expect "$work/idle-run/idle.summary" '^"p:threaded" +- +1 +3 3.000000e\+01'
	expect "$work/idle-run/timing.1" '^GPTL was built with THREADED_OMP$' '^threadid_omp\[2\] = 2$'
	expect "$work/idle-run/timing.0" '^No timer has run on thread 0\.$' '^Total calls  = 0$'
	echo 'int GPTLinitialize(void) { return 0; }' | gcc -shared -fPIC -x c -o "$work/libother.so" -
	trial behind-other 1 env LD_PRELOAD="$work/libother.so" "$work/idle" || true
	expect "$work/behind-other/log" '^GPTL note: calls go to GPTL in .*/libother.so, and not to .*/libgptl_e3sm.so(.0)?, which is linked behind it$'
	trial before-other 1 env LD_PRELOAD="$work/libgptl_e3sm.so $work/libother.so" "$work/idle" || fail "two libraries: $(cat "$work/before-other/log")"
	expect "$work/before-other/log" '^GPTL note: calls go to .*/libgptl_e3sm.so(.0)?, and not to .*/libother.so, which has GPTL as well$'
	mkdir "$work/nvtx"
	gcc -shared -fPIC -o "$work/nvtx/libnvToolsExt.so.1" mpitimer/ranges/nvtx/testdata/nvtx.c
	LD_LIBRARY_PATH=$work/nvtx:$LD_LIBRARY_PATH NVTX_NOTES=$work/notes MPITIMER_RANGES=nvtx trial ranges 1 "$work/pacer" || fail "ranges: $(cat "$work/ranges/log")"
	[[ $(grep -c ' + ' "$work/notes") == 28 && $(grep -c ' - ' "$work/notes") == 28 ]] || fail "not as many ends of ranges as begins: $(cat "$work/notes")"
	(cd "$work" && "mpif90.$KIND" -cpp -O2 -w -fallow-argument-mismatch -ffree-line-length-none "${headers[@]}" -o e3smf "$root/scripts/c/e3sm.F90" "${library[@]}")
	trial e3sm-fortran 2 "$work/e3smf" || fail "the program in Fortran that calls the fork: $(cat "$work/e3sm-fortran/log")"
	! grep -q wrong "$work/e3sm-fortran/log" || fail "the program in Fortran that calls the fork: $(cat "$work/e3sm-fortran/log")"
	expect "$work/e3sm-fortran/model_timing_stats" '^"CPL:RUN" +- +2 +2 1.000000e\+02' '^"t_prf" +y +0 '
	[[ $(grep -c 'GLOBAL STATISTICS' "$work/e3sm-fortran/model_timing_stats") == 1 ]] || fail "the title stands twice"
	expect "$work/e3sm-fortran/model_timing.0" '^\*+ PROCESS +0 \( +0\)' '^  "handled" +- +20 ' '^  "CPL:ATM_RUN" +- +1 ' '^    "PIO:write_total" +- +1 '
}

# installed: what make install leaves is found by pkg-config, and by CMake where there is one.
installed() {
	local to=$work/prefix
	export PKG_CONFIG_PATH=$to/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
	# shellcheck disable=SC2046 # they are words
	g++ -o "$work/found" scripts/c/scopes.cpp $(pkg-config --cflags --libs mpitimer)
	trial found-run 1 env -u LD_LIBRARY_PATH "$work/found" || fail "what pkg-config finds: $(cat "$work/found-run/log")"
	row "$work/found-run/log" 'solve +1 '
	pkg-config --exists gptl_e3sm || fail "pkg-config does not find the fork"
	"$to/bin/mpitimer" --version >"$work/version"
	if ! command -v cmake >/dev/null; then
		echo "SKIPPED find_package: there is no cmake"
		return
	fi
	mkdir "$work/cmake"
	(cd "$work/cmake" && cmake "-DCMAKE_C_COMPILER=mpicc.$KIND" "-DCMAKE_CXX_COMPILER=mpicxx.$KIND" "-DCMAKE_Fortran_COMPILER=mpif90.$KIND" \
		"-DCMAKE_PREFIX_PATH=$to" "$root/scripts/c/cmake" && cmake --build .) >"$work/cmake/log" 2>&1 || fail "find_package: $(cat "$work/cmake/log")"
	trial cmake-run 1 env -u LD_LIBRARY_PATH "$work/cmake/scopes" || fail "what CMake finds: $(cat "$work/cmake-run/log")"
	row "$work/cmake-run/log" 'solve +1 '
	trial cmake-fork 2 env -u LD_LIBRARY_PATH "$work/cmake/idle" || fail "what CMake finds: $(cat "$work/cmake-fork/log")"
	expect "$work/cmake-fork/idle.summary" '^"p:threaded" '
}

# in_go: kernels in C and Fortran of a solver in Go.
in_go() {
	(cd "$work" && gfortran -O2 -fPIC -shared -o libkernel.so "$HEADER/fortran/mpitimer.f90" "$root/scripts/c/kernel.f90")
	env CGO_LDFLAGS="-L$work -lkernel" CGO_ENABLED=1 ${MPICGO:+"CC=$MPICGO"} go build -tags "$MPITAGS,mixed" -o "$work/mixed" ./scripts/c/mixed
	trial go 2 "$work/mixed" || fail "the solver in Go: $(cat "$work/go/log")"
	row "$work/go/log" 'in Go +20 ' && row "$work/go/log" 'in C +20 ' && row "$work/go/log" 'in C +60 '
	row "$work/go/log" 'in Go again +20 ' && row "$work/go/log" 'in Fortran +20 ' && row "$work/go/log" 'sweep +400 '
}

readonly root=$PWD
mpi_find "$KIND"
# The libraries and the command are those that are installed.
go run ./scripts/packaging -prefix "$work/prefix" -mpi "$KIND" install >"$work/installed"
cp -P "$work"/prefix/lib/lib*.so* "$work"/prefix/bin/mpitimer "$work/"
in_c
killed c "$work/regions" 'exchange'
who_waits_for_whom
ranks_of_a_part
in_cpp
in_fortran
in_the_documentation
with_gptl
with_e3sm
installed
in_go
echo "regions from C, C++ and Fortran, $KIND: ok"
