// Package library finds the functions of vendors' libraries, which are opened while the program runs.
package library
