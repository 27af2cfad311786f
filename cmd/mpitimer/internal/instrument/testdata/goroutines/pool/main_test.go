package main

import "testing"

func TestPrimes(t *testing.T) {
	if n := primes(1000); n != 168 {
		t.Errorf("%d primes below 1000", n)
	}
}

func TestCrowd(t *testing.T) {
	if n := crowd(1000); n != 500 {
		t.Errorf("%d odd numbers", n)
	}
}
