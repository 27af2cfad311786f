package browser

import (
	"bufio"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/stats/export/page"
	"github.com/go-hpc/timers/stats/export/page/internal/pagetest"
)

// firefox is a Firefox that is spoken to over WebDriver's BiDi: one JSON object in each message of a web socket.
type firefox struct {
	t       *testing.T
	conn    net.Conn
	read    *bufio.Reader
	context string
	id      int
	wrong   []string // errors and warnings that the page caused
}

func startFirefox(t *testing.T) *firefox {
	t.Helper()
	program := ""
	for _, name := range []string{"firefox-esr", "firefox"} {
		if found, err := exec.LookPath(name); err == nil && program == "" {
			program = found
		}
	}
	if program == "" {
		t.Skip("no Firefox here: apt-get install firefox-esr installs it")
	}
	home := t.TempDir()
	c := exec.Command(program, "--headless", "--no-remote", "--profile", home, "--remote-debugging-port=0", "about:blank")
	c.Env = append(os.Environ(), "HOME="+home, "MOZ_CRASHREPORTER_DISABLE=1")
	errs, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal("starting Firefox: ", err)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	address := make(chan string, 1)
	go func() {
		for lines := bufio.NewScanner(errs); lines.Scan(); {
			if _, at, found := strings.Cut(lines.Text(), "listening on ws://"); found {
				address <- strings.TrimSpace(at)
			}
		}
		close(address)
	}()
	select {
	case at, ok := <-address:
		if !ok {
			t.Skip("this Firefox ended, or cannot be spoken to")
		}
		return dial(t, at)
	case <-time.After(patience):
		t.Fatal("Firefox does not say where it listens")
		return nil
	}
}

// dial opens a session, in its first tab.
func dial(t *testing.T, address string) *firefox {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	f := &firefox{t: t, conn: conn, read: bufio.NewReader(conn)}
	key := make([]byte, 16)
	_, _ = rand.Read(key)
	fmt.Fprintf(conn, "GET /session HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n\r\n", address, base64.StdEncoding.EncodeToString(key))
	answer, err := http.ReadResponse(f.read, nil)
	if err != nil || answer.StatusCode != http.StatusSwitchingProtocols {
		t.Fatal("Firefox opens no web socket: ", err, answer)
	}
	f.call("session.new", map[string]any{"capabilities": map[string]any{}}, nil)
	f.call("session.subscribe", map[string]any{"events": []string{"log.entryAdded"}}, nil)
	var tree struct{ Contexts []struct{ Context string } }
	f.call("browsingContext.getTree", map[string]any{}, &tree)
	f.context = tree.Contexts[0].Context
	return f
}

// send writes one message, masked as a client has to.
func (f *firefox) send(text []byte) error {
	frame := []byte{0x81}
	switch n := len(text); {
	case n < 126:
		frame = append(frame, 0x80|byte(n))
	case n < 1<<16:
		frame = binary.BigEndian.AppendUint16(append(frame, 0x80|126), uint16(n))
	default:
		frame = binary.BigEndian.AppendUint64(append(frame, 0x80|127), uint64(n))
	}
	mask := [4]byte{1, 2, 3, 4}
	frame = append(frame, mask[:]...)
	for i, b := range text {
		frame = append(frame, b^mask[i%4])
	}
	_, err := f.conn.Write(frame)
	return err
}

// receive reads the next message of text.
func (f *firefox) receive() ([]byte, error) {
	var text []byte
	for {
		head := make([]byte, 2)
		if _, err := io.ReadFull(f.read, head); err != nil {
			return nil, err
		}
		n := uint64(head[1] & 127)
		if more := map[uint64]int{126: 2, 127: 8}[n]; more > 0 {
			size := make([]byte, 8)
			if _, err := io.ReadFull(f.read, size[8-more:]); err != nil {
				return nil, err
			}
			n = binary.BigEndian.Uint64(size)
		}
		part := make([]byte, n)
		if _, err := io.ReadFull(f.read, part); err != nil {
			return nil, err
		}
		switch kind := head[0] & 15; {
		case kind == 8:
			return nil, errors.New("closed")
		case kind > 8: // a ping
			continue
		}
		if text = append(text, part...); head[0]&0x80 != 0 {
			return text, nil
		}
	}
}

// call sends a command and waits for its result.
func (f *firefox) call(method string, params map[string]any, result any) {
	f.t.Helper()
	f.id++
	text, err := json.Marshal(map[string]any{"id": f.id, "method": method, "params": params})
	if err != nil {
		f.t.Fatal(err)
	}
	_ = f.conn.SetDeadline(time.Now().Add(patience))
	if err := f.send(text); err != nil {
		f.t.Fatal(method, ": ", err)
	}
	for {
		text, err := f.receive()
		if err != nil {
			f.t.Fatal(method, ": ", err)
		}
		var answer struct {
			ID      int
			Type    string
			Message string
			Result  json.RawMessage
			Params  struct{ Level, Text string }
		}
		if err := json.Unmarshal(text, &answer); err != nil {
			f.t.Fatal(err)
		}
		switch {
		case answer.Type == "event" && (answer.Params.Level == "error" || answer.Params.Level == "warn"):
			f.wrong = append(f.wrong, answer.Params.Text)
		case answer.ID == f.id && answer.Type == "error":
			f.t.Fatalf("%s: %s", method, answer.Message)
		case answer.ID == f.id && answer.Type == "success":
			if result != nil {
				err = json.Unmarshal(answer.Result, result)
			}
			if err != nil {
				f.t.Fatal(err)
			}
			return
		}
	}
}

// text returns the value of an expression, or of what it promises, as text.
func (f *firefox) text(expression string) string {
	f.t.Helper()
	var answer struct {
		Type             string
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	f.call("script.evaluate", map[string]any{"expression": "(async () => String(await (" + expression + ")))()", "awaitPromise": true, "target": map[string]any{"context": f.context}}, &answer)
	if answer.Type != "success" {
		f.t.Fatalf("%s: %s", expression, answer.ExceptionDetails.Text)
	}
	return answer.Result.Value
}

// open opens a page from disk in a window of that width.
func (f *firefox) open(text []byte, width, height int) {
	f.t.Helper()
	name := filepath.Join(f.t.TempDir(), "page.html")
	if err := os.WriteFile(name, text, 0o666); err != nil {
		f.t.Fatal(err)
	}
	f.call("browsingContext.setViewport", map[string]any{"context": f.context, "viewport": map[string]any{"width": width, "height": height}}, nil)
	f.call("browsingContext.navigate", map[string]any{"context": f.context, "url": (&url.URL{Scheme: "file", Path: filepath.ToSlash(name)}).String(), "wait": "complete"}, nil)
	f.await(`document.documentElement.dataset.ready === "yes"`)
}

func (f *firefox) await(condition string) {
	f.t.Helper()
	for begin := time.Now(); f.text(condition) != "true"; {
		if time.Since(begin) > patience {
			f.t.Fatalf("%s does not become true; errors: %q", condition, f.wrong)
		}
	}
}

// In Firefox every view opens without an error, and is no wider than the window.
func TestFirefox(t *testing.T) {
	beside(t)
	f := startFirefox(t)
	list := pagetest.Profiles(32, 1)
	heat := written(t, page.Page{Runs: []page.Run{{Summary: pagetest.Merge(t, list), Profiles: slices.Values(list)}}})
	for name, text := range map[string][]byte{"figures": heat, "timeline": pageOf(t, measured(t))} {
		for _, width := range []int{390, 1366} {
			f.open(text, width, 800)
			for _, view := range strings.Split(f.text(`App.views.map((v) => v.name).join()`), ",") {
				f.text(`App.show("` + view + `")`)
				if view == "Timeline" {
					f.await(`document.documentElement.dataset.timeline === "yes"`)
				}
				f.text(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0))))`)
				if got := f.text(`document.getElementById("view-` + view + `").textContent.length > 20`); got != "true" {
					t.Errorf("%s, %s at %d: nothing is on it", name, view, width)
				}
				if got := f.text(`Math.max(0, document.documentElement.scrollWidth - innerWidth)`); got != "0" {
					t.Errorf("%s, %s at %d: wider than the window by %s pixels", name, view, width, got)
				}
				f.keep(fmt.Sprintf("firefox-%s-%s-%d", name, view, width))
			}
		}
	}
	for _, w := range f.wrong {
		t.Errorf("in Firefox: %s", w)
	}
}

// keep keeps a picture of the window, where a test's leavings are wanted.
func (f *firefox) keep(name string) {
	f.t.Helper()
	folder := os.Getenv("MPITIMER_ARTEFACTS")
	if folder == "" {
		return
	}
	var answer struct{ Data []byte }
	f.call("browsingContext.captureScreenshot", map[string]any{"context": f.context}, &answer)
	if err := os.WriteFile(filepath.Join(folder, name+".png"), answer.Data, 0o666); err != nil {
		f.t.Fatal(err)
	}
}
