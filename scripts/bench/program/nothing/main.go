// Command nothing is what the bench compares a program with timers to.
package main

import "github.com/go-hpc/timers/scripts/bench/program/self"

func main() { self.Report() }
