//go:build !linux

package tacc

import "errors"

func statfs(string) (usage, error) { return usage{}, errors.ErrUnsupported }
