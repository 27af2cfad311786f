//go:build !linux

package main

import "fmt"

func main() { fmt.Println("left out: there is no /proc here") }
