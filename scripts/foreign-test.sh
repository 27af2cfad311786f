#!/usr/bin/env bash
# Builds modules that others have written with their functions timed, and runs their own tests so: a
# compressor, a parser, a matrix library, a converter of Markdown and a library of decimals of the language
# Go 1.17. They come from the Go proxy or the module cache; one that cannot be had is left out, with a word.
# Tests of a module of ours choose the functions by two runs of them.
#
# Usage: scripts/foreign-test.sh [all]   all: every package of each, which takes half an hour; else a few
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly ALL=${1:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/mpitimer" ./cmd/mpitimer

# foreign MODULE PACKAGE…: the packages' own tests, all of them or a few.
foreign() {
	local module=$1 source folder
	shift
	if ! source=$(cd "$work" && go mod download -json "$module" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p') || [[ -z $source ]]; then
		echo "left out: $module cannot be had"
		return
	fi
	folder=$work/$(basename "${module%@*}")
	cp -r --no-preserve=mode "$source" "$folder"
	if [[ $ALL == all ]]; then
		set -- ./...
	fi
	echo "--- $module"
	(cd "$folder" && "$work/mpitimer" test -v -- -short -timeout 60m "$@") >"$work/log" 2>&1 || {
		grep -v '^ok' "$work/log" | tail -n 100
		echo "foreign-test: $module fails its own tests"
		return 1
	}
	grep -E '^(ok|mpitimer: .*instrumented)' "$work/log"
	# Nothing of it was changed.
	diff -r "$source" "$folder" || return 1
}

foreign github.com/klauspost/compress@v1.20.3 ./fse ./huff0 ./zlib ./gzhttp
foreign golang.org/x/net@v0.62.0 ./html/...
foreign gonum.org/v1/gonum@v0.17.0 ./blas/gonum ./graph/path ./stat
foreign github.com/yuin/goldmark@v1.8.7 ./...
foreign github.com/cockroachdb/apd/v3@v3.2.3 ./...

# A function that only starts goroutines is among those that a run chooses, and theirs stand below it.
cp -r cmd/mpitimer/internal/instrument/testdata/goroutines "$work/ours"
mv "$work/ours/go.mod.txt" "$work/ours/go.mod"
mv "$work/ours/group/go.mod.txt" "$work/ours/group/go.mod"
echo "--- test -auto"
(cd "$work/ours" && MPITIMER_ASCII=true "$work/mpitimer" test -auto -- -count=20 ./crawl) >"$work/log" 2>&1 || {
	cat "$work/log"
	exit 1
}
for row in '^mpitimer: .* functions of the run are timed' '^|- main.makeSite' '^[|`]- main.crawl  ' '^[| ]  .- waits: g.Wait()' '^[| ]  .- main.crawl.func1 (beside)'; do
	grep -q -- "$row" "$work/log" || { echo "foreign-test: no line $row in" && cat "$work/log" && exit 1; }
done
