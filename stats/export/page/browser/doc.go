// Package browser tests the page in a real Chromium. It is a module of its own, so that the packages which drive
// the browser are in nobody else's go.sum. make test runs it:
//
//	scripts/debian-install.sh chromium -- chromium fonts-dejavu-core
//	cd stats/export/page/browser && go test
//
// Where there is a Firefox, too, TestFirefox opens the page in it.
package browser
