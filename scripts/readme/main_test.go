package main

import "testing"

func TestBetween(t *testing.T) {
	got, err := between("a\n<!-- x -->\nold\n<!-- /x -->\nb\n", "x", "new\n")
	if want := "a\n<!-- x -->\n```text\nnew\n```\n<!-- /x -->\nb\n"; err != nil || got != want {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	if _, err := between("a\n<!-- x -->\nold\n", "x", "new\n"); err == nil {
		t.Error("a page without the second mark is no error")
	}
}

func TestExtract(t *testing.T) {
	const tree = "program: 4 ranks\nclock\n\nregion   calls\nTotal       4\n├ init      4\n├ other     4\n├ run_loop  4\n│ ├ step    8\n│ │ ├ halo  8\n│ │ │ └ in  8\n└ finalize  4\n\nmean: x\nregion  counter\nTotal  7\n"
	const want = "program: 4 ranks\nclock\n\nregion   calls\nTotal       4\n├ init      4\n├ run_loop  4\n│ ├ step    8\n│ │ ├ halo  8\n└ finalize  4\n"
	if got := extract(tree); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
