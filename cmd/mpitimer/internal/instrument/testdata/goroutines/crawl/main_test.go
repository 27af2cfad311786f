package main

import (
	"context"
	"testing"
)

func TestCrawl(t *testing.T) {
	words, err := crawl(context.Background(), makeSite(50))
	if err != nil || words != 50*97 {
		t.Errorf("%d words, %v", words, err)
	}
}
