package stats

import (
	"errors"
	"fmt"
	"net"
	"os"

	"golang.org/x/sys/unix"
)

// permitted reports whether the process at the other end is root's or this user's, which the kernel says: who could
// open the socket does not matter.
func permitted(c *net.UnixConn) error {
	raw, err := c.SyscallConn()
	if err != nil {
		return err
	}
	var peer *unix.Ucred
	var asked error
	err = raw.Control(func(fd uintptr) { peer, asked = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED) })
	if err = errors.Join(err, asked); err != nil {
		return err
	}
	return permittedUser(int(peer.Uid), os.Geteuid())
}

func permittedUser(user, owner int) error {
	if user != 0 && user != owner {
		return fmt.Errorf("user %d may not ask the daemon of user %d: expected that user or root", user, owner)
	}
	return nil
}
