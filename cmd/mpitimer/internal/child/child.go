// Package child is what the commands that run a program share: which signals go on to it.
package child
