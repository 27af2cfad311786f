#!/usr/bin/env bash
# The everyday loop: formatting, vet, the builds, the rules of the house, and the short tests of the packages
# that have changed and of those that depend on them. Changed means different from where the branch started,
# or not committed yet. What must hold before a change is merged is scripts/test.sh.
#
# Usage: scripts/check.sh [BASE]   BASE: the commit to compare with; without it the merge base with the upstream
#                                  branch, origin's, main or master, whichever there is
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/lint.sh
source scripts/lint.sh

# base prints the commit to compare with.
base() {
	local branch
	for branch in "@{upstream}" origin/HEAD origin/main origin/master main master; do
		if git rev-parse -q --verify "$branch^{commit}" >/dev/null 2>&1; then
			git merge-base HEAD "$branch" && return
		fi
	done
	echo HEAD
}

# changed_files BASE
changed_files() {
	git diff --name-only "$1" --
	git ls-files --others --exclude-standard
}

# changed_packages BASE: the packages that the files belong to; testdata and embedded files belong to the
# package above.
changed_packages() {
	local file dir
	if changed_files "$1" | grep -qE '^go\.(mod|sum)$'; then
		go list ./...
		return
	fi
	changed_files "$1" | while read -r file; do
		dir=$(dirname "$file")
		while [[ $dir != . ]] && ! compgen -G "$dir/*.go" >/dev/null; do
			dir=$(dirname "$dir")
		done
		[[ $dir == . || -e $dir/go.mod ]] || echo "./$dir"
	done | sort -u | xargs -r go list -e -f '{{.ImportPath}}'
}

# dependents PACKAGE…: these, and all packages of the module that need one of them, also for their tests alone.
dependents() {
	printf '%s\n' "$@" >"$work/changed"
	go list -test -f '{{if .ForTest}}{{.ForTest}}{{else}}{{.ImportPath}}{{end}} {{join .Deps " "}}' ./... |
		awk 'NR == FNR { changed[$1] = 1; next }
			{ for (i = 1; i <= NF; i++) if ($i in changed) { sub(/\.test$/, "", $1); print $1; next } }' "$work/changed" - |
		sort -u
}

tests() {
	local changed list
	mapfile -t changed < <(changed_packages "$base")
	if [[ ${#changed[@]} == 0 ]]; then
		echo "no package differs from $base"
		return
	fi
	mapfile -t list < <(dependents "${changed[@]}")
	echo "${#changed[@]} packages differ from $base; ${#list[@]} are tested"
	go test -vet=off -short "${list[@]}" | grep -v 'no test files'
}

build() {
	go build ./...
	CGO_ENABLED=0 go build ./...
}

main() {
	base=${1:-$(base)}
	work=$(mktemp -d) # not local: the trap below runs after main
	trap 'rm -rf "$work"' EXIT
	step "gofmt" check_format
	step "build, with and without cgo" build
	step "go vet" go vet ./...
	step "staticcheck" check_static
	step "rules of the house" go test -vet=off ./scripts/house
	step "tests of what has changed" tests
	step_summary
}

main "$@"
