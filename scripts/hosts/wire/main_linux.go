// Command wire is a network between hosts that are network namespaces: each gets an interface wire0, and what
// one sends to another arrives after a delay, which may differ by direction. It does what the kernel's netem
// does, which many kernels lack.
//
//	wire [-delay FROM,TO,DURATION]… HOST,PID,ADDRESS…
//
// HOST is a name for -delay, PID a process in the namespace, and ADDRESS the IP address that the interface
// will get. It prints ready when all interfaces are there, and runs until its standard input ends.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net/netip"
	"os"
	"runtime"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// host is one end.
type host struct {
	name    string
	address netip.Addr
	tun     *os.File
	to      map[netip.Addr]chan packet
}

// packet is on its way until it is due.
type packet struct {
	due  time.Time
	data []byte
}

const (
	most  = 1 << 16 // bytes of a packet
	queue = 1 << 12 // packets on the way; the next ones are lost, as in any network
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "wire:", err)
		os.Exit(1)
	}
}

func run(arguments []string) error {
	delays := make(map[[2]string]time.Duration)
	flags := flag.NewFlagSet("wire", flag.ContinueOnError)
	flags.Func("delay", "`FROM,TO,DURATION` on the way from one host to another", func(text string) error {
		f := strings.Split(text, ",")
		if len(f) != 3 {
			return errors.New("expected FROM,TO,DURATION")
		}
		d, err := time.ParseDuration(f[2])
		delays[[2]string{f[0], f[1]}] = d
		return err
	})
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	hosts, err := connect(flags.Args())
	if err != nil {
		return err
	}
	for _, from := range hosts {
		from.to = make(map[netip.Addr]chan packet)
		for _, to := range hosts {
			way := make(chan packet, queue)
			from.to[to.address] = way
			go to.deliver(way)
		}
	}
	for _, from := range hosts {
		go from.send(func(to netip.Addr) time.Duration { return delays[[2]string{from.name, nameOf(hosts, to)}] })
	}
	fmt.Println("ready")
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// connect makes the interfaces.
func connect(arguments []string) ([]*host, error) {
	var hosts []*host
	for _, text := range arguments {
		f := strings.Split(text, ",")
		if len(f) != 3 {
			return nil, fmt.Errorf("%q, expected HOST,PID,ADDRESS", text)
		}
		address, err := netip.ParseAddr(f[2])
		if err != nil {
			return nil, err
		}
		tun, err := interfaceIn("/proc/" + f[1] + "/ns/net")
		if err != nil {
			return nil, fmt.Errorf("interface of %s: %w", f[0], err)
		}
		hosts = append(hosts, &host{name: f[0], address: address, tun: tun})
	}
	return hosts, nil
}

// interfaceIn makes an interface in a namespace. A thread goes there for it, and is not used any more.
func interfaceIn(namespace string) (tun *os.File, err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		tun, err = open(namespace)
	}()
	<-done
	return tun, err
}

func open(namespace string) (*os.File, error) {
	there, err := os.Open(namespace)
	if err != nil {
		return nil, err
	}
	defer there.Close()
	if err := unix.Setns(int(there.Fd()), unix.CLONE_NEWNET); err != nil {
		return nil, fmt.Errorf("setns: %w", err)
	}
	const device = "/dev/net/tun"
	fd, err := unix.Open(device, unix.O_RDWR|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", device, err)
	}
	request, err := unix.NewIfreq("wire0")
	if err != nil {
		return nil, err
	}
	request.SetUint16(unix.IFF_TUN | unix.IFF_NO_PI)
	if err := unix.IoctlIfreq(fd, unix.TUNSETIFF, request); err != nil {
		return nil, errors.Join(fmt.Errorf("TUNSETIFF: %w", err), unix.Close(fd))
	}
	return os.NewFile(uintptr(fd), device), nil
}

// send takes what the host sends.
func (h *host) send(delay func(netip.Addr) time.Duration) {
	buffer := make([]byte, most)
	for {
		n, err := h.tun.Read(buffer)
		if err != nil {
			return // the host is gone
		}
		to, known := destination(buffer[:n])
		way := h.to[to]
		if !known || way == nil {
			continue
		}
		select {
		case way <- packet{time.Now().Add(delay(to)), append([]byte(nil), buffer[:n]...)}:
		default:
		}
	}
}

// deliver gives the host what was sent to it, in order and never too early.
func (h *host) deliver(way <-chan packet) {
	for p := range way {
		time.Sleep(time.Until(p.due))
		if _, err := h.tun.Write(p.data); err != nil && !errors.Is(err, unix.EIO) { // it is down
			return
		}
	}
}

// destination returns where a packet of IP 4 goes to.
func destination(data []byte) (netip.Addr, bool) {
	if len(data) < 20 || data[0]>>4 != 4 {
		return netip.Addr{}, false
	}
	return netip.AddrFrom4([4]byte(data[16:20])), true
}

func nameOf(hosts []*host, address netip.Addr) string {
	for _, h := range hosts {
		if h.address == address {
			return h.name
		}
	}
	return ""
}
