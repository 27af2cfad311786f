#!/usr/bin/env bash
# What can be checked about the code without running it: gofmt, go vet, staticcheck. Run by itself or sourced
# by test.sh for its steps.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/mpi-env.sh
source scripts/mpi-env.sh
# shellcheck source=scripts/steps.sh
source scripts/steps.sh

readonly MODULE=github.com/go-hpc/timers STATICCHECK=honnef.co/go/tools/cmd/staticcheck@v0.8.2

check_format() {
	local bad
	bad=$(gofmt -l .)
	if [[ -n $bad ]]; then
		echo "not formatted by gofmt:"
		echo "$bad"
		return 1
	fi
}

# A machine without the sources of staticcheck cannot check: that is a failure with its reason, not
# a step left out, for it is a matter of one download.
check_static() {
	if ! go run "$STATICCHECK" -version; then
		echo "cannot get $STATICCHECK; it is needed once, from the module proxy or the module cache"
		return 1
	fi
	go run "$STATICCHECK" ./...
	if [[ -n ${1:-} ]]; then
		local list
		mapfile -t list < <(differing -tags "$1")
		[[ ${#list[@]} != 0 ]]
		go run "$STATICCHECK" -tags "$1" "${list[@]}"
	fi
}

# files_of [OPTION…]: each package of the module, and its files.
files_of() {
	go list -f '{{.ImportPath}} {{.GoFiles}} {{.CgoFiles}} {{.SFiles}} {{.TestGoFiles}} {{.XTestGoFiles}}' "$@" ./...
}

# differing [OPTION…]: the packages that have other files with these options, or in the current environment,
# than without. There is nothing new to find in the others.
differing() {
	comm -13 <(unset GOOS GOARCH CGO_ENABLED && files_of | sort) <(files_of "$@" | sort) | cut -d' ' -f1
}

# Where it must build without cgo and tags. The files only for darwin are the same on its two processors.
readonly TARGETS="linux/amd64 linux/arm64 darwin/arm64 windows/amd64"

# build_targets compiles everything and links the commands that users install: to link every example and test
# program, too, would take as long again. What runs nowhere here is not optimised. On processors of 32 bits, which no
# cluster has, the types are checked below, which is where they differ.
build_targets() {
	local target failed=0 libraries flags=$GOFLAGS
	for target in $TARGETS; do
		echo "$target"
		export CGO_ENABLED=0 GOOS=${target%/*} GOARCH=${target#*/} GOFLAGS="$flags '-gcflags=all=-dwarf=false -N -l'"
		[[ $target != linux/amd64 ]] || GOFLAGS=$flags
		mapfile -t libraries < <(go list -f '{{if and (ne .Name "main") .GoFiles}}{{.ImportPath}}{{end}}' ./...)
		{ go build "${libraries[@]}" && go build -o /dev/null ./cmd/mpitimer && go build -o /dev/null ./cmd/pt; } || failed=1
	done
	return "$failed"
}

# vet_targets checks the types of everything on each of them, tests among it, and lets go vet look at the packages that have
# other files there, some of them assembly. It compiles what those import, as build_targets has.
vet_targets() {
	local target failed=0 list
	# shellcheck disable=SC2086 # they are words
	go run ./scripts/typecheck $TARGETS linux/386 || failed=1
	export GOFLAGS="$GOFLAGS '-gcflags=all=-dwarf=false -N -l'"
	for target in $TARGETS; do
		[[ $target != linux/amd64 ]] || continue
		export CGO_ENABLED=0 GOOS=${target%/*} GOARCH=${target#*/}
		mapfile -t list < <(differing)
		[[ ${#list[@]} != 0 ]] && go vet "${list[@]}" || failed=1
	done
	return "$failed"
}

# vet_mpi vets the packages with other files if there is MPI.
vet_mpi() {
	local list
	mapfile -t list < <(differing -tags "$MPITAGS")
	[[ ${#list[@]} != 0 ]]
	mpi_go vet "${list[@]}"
}

# vet_modules looks at the adapter of another MPI library, which is a module of its own; the one that tests the page
# in a browser is looked at when that runs.
vet_modules() {
	mpi_find openmpi
	go -C machenv/gompi vet ./...
}

# roomy COMMAND…: compilers and checkers end before they have used much memory, and collecting garbage is a quarter of what they
# do, or more.
roomy() { GOGC=400 "$@"; }

lint_steps() {
	step "gofmt" check_format
	step "go vet" roomy go vet ./...
	step "builds without cgo" roomy build_targets
	step "types and go vet for other systems" roomy vet_targets
	if mpi_find openmpi; then
		step "go vet, module gompi" vet_modules
	else
		step_skip "go vet, module gompi" "there is no Open MPI"
	fi
	if mpi_find openmpi || mpi_find mpich; then
		step "go vet, tags $MPITAGS" roomy vet_mpi
		step "staticcheck" roomy check_static "$MPITAGS"
	else
		step_skip "go vet with MPI" "there is no MPI"
		step "staticcheck" roomy check_static
	fi
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
	lint_steps
	step_summary
fi
