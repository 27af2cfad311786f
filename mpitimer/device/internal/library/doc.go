// Package library finds functions in vendors' libraries, which it opens while the program runs.
package library
