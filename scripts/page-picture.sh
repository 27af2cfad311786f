#!/usr/bin/env bash
# Takes the README's picture, docs/page.png, of the page that scripts/demo-page.sh makes, in the browser that the page's tests use.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

command -v chromium >/dev/null || scripts/debian-install.sh 'chromium|chromium-browser|google-chrome' -- chromium fonts-dejavu-core
scripts/demo-page.sh
DEMO_PAGE=$PWD/demo-page/page.html DEMO_PICTURE=$PWD/docs/page.png \
	go -C stats/export/page/browser test -tags demo -count=1 -run '^TestReadmePicture$' -v .
