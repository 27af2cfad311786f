#!/usr/bin/env bash
# Builds and runs the benchmark programs and shows their figures in one table, beside their limits. The
# figures decide nothing: a busy machine is not a fault of the code. A program that fails does.
#
# FAST=1 measures only what the everyday loop needs, in 90 seconds: what marking a region costs, in fewer turns, a
# whole program, and GPTL's and GEOPM's files. ONLY='hdtrace merge' measures these parts alone.
#
# A program prints a line for each figure, among any other output:
#
#	figure NAME VALUE UNIT limit <=X
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/mpi-env.sh
source scripts/mpi-env.sh

readonly OUT=bench
readonly RANKS="${BENCH_RANKS:-2 4 8 16 32}"

# build FOLDER go|mpi_go: the program in the directory, which may be a module of its own.
build() {
	(cd "$1" && "$2" build -o "$root/$OUT/$(basename "$1")" .)
}

# table FILE: the figures of a log, one a line, with whether they hold.
table() {
	awk '$1 == "figure" && NF >= 6 {
		relation = substr($6, 1, 2)
		limit = substr($6, 3)
		holds = relation == ">=" ? $3 + 0 >= limit + 0 : $3 + 0 <= limit + 0
		printf "%-28s %10s %-8s %s %-8s %s\n", $2, $3, $4, relation, limit, holds ? "holds" : "EXCEEDED"
		n++
	}
	$1 == "figure" && NF < 6 { printf "%-44s %14s %s\n", $2, $3, $4; n++ }
	END { if (!n) print "no figures" }' "$1"
}

# broken WHAT: notes a program that failed; the others still run.
broken() {
	echo "FAILED: $1" >&2
	status=1
}

# alone FOLDER [ARGUMENT…]: a program of one process.
alone() {
	local folder=$1
	shift
	echo "=== $folder"
	build "$folder" go
	"$OUT/$(basename "$folder")" "$@" </dev/null | tee -a "$OUT/log.txt" || broken "$folder"
}

# ranked FOLDER: a program that runs under mpirun.
ranked() {
	local ranks
	echo "=== $1"
	scripts/mpi-install.sh || true
	if ! mpi_find openmpi && ! mpi_find mpich; then
		echo "left out: there is no MPI"
		return
	fi
	build "$1" mpi_go
	for ranks in $RANKS; do
		echo "--- $ranks ranks under $MPIRUN"
		MPI_TIMEOUT=600 mpi_run "$ranks" "$OUT/$(basename "$1")" | tee -a "$OUT/log.txt" || broken "$1 on $ranks ranks"
	done
}

# wrapped: what recording adds to a call of MPI, as a multiple of two readings of the clock, for each MPI
# that is there.
wrapped() {
	echo "=== calls of MPI"
	go test ./mpitimer/mpiwrap -run '^$' -bench Cost -benchtime 1x </dev/null | tee "$OUT/wrapped.txt" || broken mpitimer/mpiwrap
	awk '/^BenchmarkCost/ {
		split($1, name, "/")
		sub(/-[0-9]+$/, "", name[3])
		for (i = 2; i < NF; i++) if ($(i + 1) == "ratio") printf "figure mpi/%s-%s %.2f x limit <=1.3\n", name[3], name[2], $i
	}' "$OUT/wrapped.txt" | tee -a "$OUT/log.txt"
}

# pages: how large a page of many ranks is, and how smooth in a browser. The size is that of bins, whatever is in them: of 10 000
# ranks with 10³ and 10⁴ states each, and of a hundred with 10⁴ and 10⁶; 10¹⁰ states would be read for hours.
pages() {
	echo "=== pages in a browser"
	if ! scripts/chromium-install.sh; then
		echo "left out: there is no Chromium"
		return
	fi
	MPITIMER_FIGURES=1 go -C stats/export/page/browser test -timeout 1h -run 'Many(States|Ranks)' -v . </dev/null | grep -v '^=== ' | tee -a "$OUT/log.txt" || broken pages
}

# instrumented: programs whose functions are timed by the build, the first time with an MPI if there is one.
instrumented() {
	scripts/mpi-install.sh || true
	if mpi_find openmpi || mpi_find mpich; then
		export MPICC
	fi
	alone scripts/bench/instrument
}

# from_c: what regions of C and Fortran cost, and what is wrong of them, beside a GPTL that pkg-config finds.
from_c() {
	echo "=== regions from C"
	if ! command -v gcc >/dev/null; then
		echo "left out: there is no C compiler"
		return
	fi
	local library program
	for library in mpitimer gptl; do
		program=pair
		[[ $library == mpitimer ]] || program=$library
		go build -buildmode=c-shared -o "$OUT/lib$library.so" "./cmd/lib$library"
		gcc -std=gnu11 -O2 -Impitimer/capi -Impitimer/cgptl -o "$OUT/$program" "scripts/bench/c/$program.c" \
			"-L$OUT" "-l$library" "-Wl,-rpath,$root/$OUT" -lpthread
		(cd "$OUT" && MPITIMER_TABLES=off MPITIMER_GLOBAL_FILE=none MPITIMER_RANK_FILES=0 MPITIMER_SUMMARY_FILE=false "./$program" </dev/null) |
			tee -a "$OUT/log.txt" || broken "regions from C, $library"
		gcc -std=gnu11 -O2 -D "OF_${library^^}" -Impitimer/capi -Impitimer/cgptl -o "$OUT/wrong-$program" scripts/bench/c/wrong.c \
			"-L$OUT" "-l$library" "-Wl,-rpath,$root/$OUT"
		(cd "$OUT" && MPITIMER_TABLES=off MPITIMER_GLOBAL_FILE=none MPITIMER_RANK_FILES=0 MPITIMER_SUMMARY_FILE=false "./wrong-$program" "${library/mpitimer/c}" </dev/null) |
			tee -a "$OUT/log.txt" || broken "wrong use from C, $library"
	done
	pkg-config --exists gptl 2>/dev/null || return 0
	local -a flags
	read -ra flags <<<"$(pkg-config --cflags --libs gptl)"
	gcc -std=gnu11 -O2 -D OF_GPTL -o "$OUT/wrong-their" scripts/bench/c/wrong.c "${flags[@]}"
	(cd "$OUT" && ./wrong-their their </dev/null) | tee -a "$OUT/log.txt" || broken "wrong use of GPTL"
}

# devices: what a region on a GPU costs the host, on a stand-in for the driver.
devices() {
	echo "=== regions on a device, on a stand-in for its driver"
	go test ./mpitimer/device -run '^$' -bench Region -count 5 </dev/null | tee "$OUT/devices.txt" || broken mpitimer/device
	awk '/^BenchmarkRegion/ { print $3 / 1000 }' "$OUT/devices.txt" | sort -n |
		awk '{ list[NR] = $1 } END { if (NR) printf "figure gpu/region-us %.2f µs limit <=3\n", list[int((NR + 1) / 2)] }' | tee -a "$OUT/log.txt"
	echo "=== kernels recorded, on a stand-in for CUPTI"
	go test ./mpitimer/device/kernels -run '^$' -bench Loop -benchtime 1x </dev/null | tee "$OUT/loop.txt" || broken mpitimer/device/kernels
	awk '/^BenchmarkLoop/ { for (i = 2; i < NF; i++) if ($(i + 1) == "%") printf "figure gpu/loop %.1f %% limit <=3\n", $i }' "$OUT/loop.txt" | tee -a "$OUT/log.txt"
	go test ./mpitimer/device/kernels -run '^$' -bench Kernel -count 5 </dev/null | tee "$OUT/kernels.txt" || broken mpitimer/device/kernels
	awk '/^BenchmarkKernel\/without/ { without[++n] = $3 } /^BenchmarkKernel\/recorded/ { print ($3 - without[++m]) / 1000 }' \
		<(sort -r "$OUT/kernels.txt") | sort -n |
		awk '{ list[NR] = $1 } END { if (NR) printf "figure gpu/kernel-us %.2f µs limit <=2\n", list[int((NR + 1) / 2)] }' | tee -a "$OUT/log.txt"
}

# solver: what the timers cost the example on a grid so small that its regions are short.
solver() {
	echo "=== shallow water, 64 × 48"
	go test ./examples/shallowwater -run '^$' -bench 'Overhead|Timeline' -benchtime 1x </dev/null | tee -a "$OUT/log.txt" || broken examples/shallowwater
}

# fast: the figures of the everyday loop.
fast() {
	alone mpitimer/internal/bench -rounds 60 -passes 3
	alone scripts/bench/program
	alone scripts/bench/gptl
	alone scripts/bench/geopm
}

# The parts of everything, in their order: what ONLY may name.
readonly PARTS="house pair wrong c hdtrace signal counters gptl geopm merge program embedded recover job tacc util instrument page gpu mpi
	shallowwater reduce"

# part NAME: the figures of one.
part() {
	case $1 in
	house) scripts/house-figures.sh | tee -a "$OUT/log.txt" || broken house-figures ;;
	# It reads the timers' own clock, which only what lies below them may.
	pair) alone mpitimer/internal/bench ;;
	c) from_c ;;
	instrument) instrumented ;;
	page) pages ;;
	gpu) devices ;;
	mpi) wrapped ;;
	shallowwater) solver ;;
	reduce) ranked scripts/bench/reduce ;;
	*) alone "scripts/bench/$1" ;;
	esac
}

# everything: all figures, or those of the parts that ONLY names.
everything() {
	local name
	for name in ${ONLY:-}; do
		grep -qw -- "$name" <<<"$PARTS" || {
			echo "bench: there is no part $name, only" $PARTS >&2
			exit 2
		}
	done
	for name in ${ONLY:-$PARTS}; do
		part "$name"
	done
}

main() {
	root=$PWD status=0
	mkdir -p "$OUT"
	: >"$OUT/log.txt"
	if [[ ${FAST:-} == 1 ]]; then
		fast
	else
		everything
	fi
	echo
	echo "=== figures (limits are ratios or bounds; a busy machine may exceed them)"
	table "$OUT/log.txt" | tee "$OUT/figures.txt"
	return $status
}

main "$@"
