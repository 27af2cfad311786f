package browser

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// tab is a page in a real Chromium.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu     sync.Mutex
	wrong  []string // errors and warnings that the page caused
	loaded []string // what it asked for
}

// chromium names the browser. Short runs prefer the shell without windows, which draws the same pages in a third of the time.
func chromium() string {
	names := []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "headless-shell", "chromium-headless-shell"}
	if testing.Short() {
		slices.Reverse(names)
	}
	for _, name := range names {
		if found, err := exec.LookPath(name); err == nil {
			return found
		}
	}
	return ""
}

// browser starts the one Chromium of all tests.
var browser = sync.OnceValues(func() (context.Context, error) {
	program := chromium()
	if program == "" {
		return nil, nil
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.DisableGPU, chromedp.WSURLReadTimeout(90*time.Second))
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocator, _ := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ := chromedp.NewContext(allocator)
	endBrowser = func() { _ = chromedp.Cancel(ctx) } // waits until it has ended and its directory is gone
	return ctx, chromedp.Do(ctx)
})

var endBrowser = func() {}

// patience is how long a page may take, however busy the machine is.
const patience = 5 * time.Minute

// beside lets a test run beside others, since most of its time is that of waiting for the next frame. Figures are taken alone.
func beside(t *testing.T) {
	if !forBench {
		t.Parallel()
	}
}

// extreme is beside of a test of pages that are larger or stranger than those of users: short runs leave it out.
func extreme(t *testing.T) {
	if testing.Short() {
		t.Skip("an extreme, of the long runs")
	}
	beside(t)
}

func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "4") // unless the command line says otherwise
	status := m.Run()
	endBrowser()
	os.Exit(status)
}

// open opens a page from disk, in a tab that shares nothing with others.
func open(t *testing.T, text []byte) *tab {
	t.Helper()
	parent, err := browser()
	if err != nil {
		t.Fatal("starting Chromium: ", err)
	}
	if parent == nil {
		t.Skip("no Chromium here: scripts/debian-install.sh chromium -- chromium fonts-dejavu-core installs it")
	}
	name := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(name, text, 0o666); err != nil {
		t.Fatal(err)
	}
	tabs, cancel := chromedp.NewContext(parent, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	b := &tab{t: t, ctx: tabs}
	if err := chromedp.Listen(tabs, b.listen); err != nil {
		t.Fatal("starting Chromium: ", err)
	}
	address := (&url.URL{Scheme: "file", Path: filepath.ToSlash(name)}).String()
	call(b, network.Enable, network.EnableParams{})
	call(b, log.Enable, cdp.Empty{})
	call(b, runtime.Enable, cdp.Empty{})
	call(b, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}) // each as the one in front
	b.do(chromedp.EmulateViewport(1400, 900), chromedp.Navigate(address), chromedp.WaitReady(chromedp.CSS(`html[data-ready]`)))
	return b
}

func (b *tab) listen(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		b.wrong = append(b.wrong, "exception: "+e.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		b.wrong = append(b.wrong, fmt.Sprintf("console.%s with %d values", e.Type, len(e.Args)))
	case *log.EventEntryAdded:
		b.wrong = append(b.wrong, fmt.Sprintf("%s: %s", e.Entry.Level, e.Entry.Text))
	case *network.EventRequestWillBeSent:
		b.loaded = append(b.loaded, e.Request.URL)
	}
}

// clean fails the test if the page caused an error or asked for anything but itself.
func (b *tab) clean() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, w := range b.wrong {
		b.t.Errorf("in the browser: %s", w)
	}
	if len(b.loaded) != 1 || !strings.HasPrefix(b.loaded[0], "file://") {
		b.t.Errorf("the page loaded %q, want itself only", b.loaded)
	}
}

func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// call sends a command to the browser.
func call[P, R any](b *tab, command cdp.Command[P, R], parameters P) {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, command, parameters); err != nil {
		b.t.Fatal(err)
	}
}

// eval returns the value of an expression in the page.
func eval[T any](b *tab, expression string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

func (b *tab) text(expression string) string {
	b.t.Helper()
	return eval[string](b, "String("+expression+")")
}

// is fails the test if an expression in the page has not this value.
func (b *tab) is(expression, want string) {
	b.t.Helper()
	if got := b.text(expression); got != want {
		b.t.Errorf("%s is %q, want %q", expression, got, want)
	}
}

func (b *tab) click(selector string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	at := chromedp.CSS(selector)
	if err := chromedp.Do(ctx, chromedp.ScrollIntoView(at), chromedp.Click(at, chromedp.NodeVisible)); err != nil {
		b.t.Fatalf("click on %s: %v", selector, err)
	}
}

func (b *tab) focus(selector string) {
	b.t.Helper()
	b.do(chromedp.Focus(chromedp.CSS(selector)))
}

// keys types to what has the focus.
func (b *tab) keys(keys ...string) {
	b.t.Helper()
	for _, k := range keys {
		b.do(chromedp.KeyEvent(k))
	}
}

// size sets that of the window, and colours says which the system prefers.
func (b *tab) size(width, height int64) {
	b.t.Helper()
	b.do(chromedp.EmulateViewport(width, height))
	b.settle()
}

// settle waits until the page has drawn what was asked for.
func (b *tab) settle() {
	b.t.Helper()
	const frames = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(1), 0))))`
	if _, err := chromedp.Run(b.ctx, chromedp.Evaluate[int](frames, chromedp.EvalAwaitPromise)); err != nil {
		b.t.Fatal(err)
	}
}

// press types one character as a keyboard does: what the page does at the key going down decides
// whether it is entered.
func (b *tab) press(character string) {
	b.t.Helper()
	call(b, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: character, Text: character})
	call(b, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyUp, Key: character})
}

func (b *tab) colours(scheme string) {
	b.t.Helper()
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
	b.settle()
}

// keep takes a picture of the window for people to look at, where they have said where to. A picture of a large window takes
// longer than the test; without one, what can be read on the page is all that is looked at.
func (b *tab) keep(name string) {
	b.t.Helper()
	b.settle()
	folder := os.Getenv("MPITIMER_ARTEFACTS")
	if folder == "" {
		if n := eval[int](b, "document.body.innerText.length"); n < 100 {
			b.t.Errorf("%s: there are %d letters on the page", name, n)
		}
		return
	}
	picture, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o666); err != nil {
		b.t.Fatal(err)
	}
	if len(picture) < 5000 {
		b.t.Errorf("the picture %s has %d bytes: there is nothing on it", name, len(picture))
	}
}

// quoted returns a text as JavaScript has it.
func quoted(s string) string {
	text, _ := json.Marshal(s)
	return string(text)
}

const (
	escape = kb.Escape
	enter  = kb.Enter
	down   = kb.ArrowDown
	up     = kb.ArrowUp
	left   = kb.ArrowLeft
	right  = kb.ArrowRight
)
