#!/usr/bin/env bash
# Runs a command whose temporary files lie in memory, and which shares /dev/shm with nobody, where it may mount file systems
# and there is enough memory. What is tested syncs many small files, and each test is a program that is linked to run once:
# on a disk that is trimmed as files are deleted, whoever syncs meanwhile waits for seconds. TIMERS_OWN_MEMORY=1 tells the
# command that nobody else's tables are in /dev/shm.
#
# Usage: scripts/in-memory.sh COMMAND [ARGUMENT…]
set -euo pipefail

readonly LEAST_MB=8000 # of memory that is available

available=$(awk '$1 == "MemAvailable:" { print int($2 / 1024) }' /proc/meminfo 2>/dev/null || true)
if [[ ${available:-0} -lt $LEAST_MB ]] || ! unshare --mount true 2>/dev/null; then
	exec "$@"
fi
folder=$(mktemp -d)
trap 'rmdir "$folder"' EXIT
# Only the command sees what is mounted, and it is gone when the command has ended, however that ends.
# shellcheck disable=SC2016 # the inner shell expands them
TMPDIR=$folder unshare --mount bash -c 'mount -t tmpfs -o mode=1777,size=75% tmpfs "$TMPDIR" || unset TMPDIR
	mount -t tmpfs -o mode=1777,size=50% tmpfs /dev/shm && export TIMERS_OWN_MEMORY=1
	exec "$@"' in-memory "$@"
