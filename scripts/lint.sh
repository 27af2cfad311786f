#!/usr/bin/env bash
# What can be said of the code without running it: gofmt, go vet, staticcheck. Run by itself or
# sourced by test.sh for its steps.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/mpi-env.sh
source scripts/mpi-env.sh
# shellcheck source=scripts/steps.sh
source scripts/steps.sh

readonly STATICCHECK=honnef.co/go/tools/cmd/staticcheck@v0.8.2

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
		go run "$STATICCHECK" -tags "$1" ./...
	fi
}

vet_arm64() { CGO_ENABLED=0 GOOS=linux GOARCH=arm64 go vet ./...; }

lint_steps() {
	step "gofmt" check_format
	step "go vet" go vet ./...
	step "go vet for arm64" vet_arm64
	if mpi_find openmpi || mpi_find mpich; then
		step "go vet, tags $MPITAGS" mpi_go vet ./...
		step "staticcheck" check_static "$MPITAGS"
	else
		step_skip "go vet with MPI" "there is no MPI"
		step "staticcheck" check_static
	fi
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
	lint_steps
	step_summary
fi
