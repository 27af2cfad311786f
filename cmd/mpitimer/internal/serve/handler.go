package serve

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"strings"
)

// handler answers those who know the secret, from this machine, by a name of this machine: a page of another site that
// makes the browser believe that its own name is this machine's is refused.
type handler struct {
	secret [sha256.Size]byte
	viewed *viewed
}

func newHandler(secret string, v *viewed) *handler { return &handler{sha256.Sum256([]byte(secret)), v} }

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	head := w.Header()
	head.Set("Cache-Control", "no-store")
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Referrer-Policy", "no-referrer")
	head.Set("X-Frame-Options", "DENY")
	head.Set("Cross-Origin-Resource-Policy", "same-origin")
	head.Set("Cross-Origin-Opener-Policy", "same-origin")
	if !isLocal(r.Host) || !sameOrigin(r) {
		http.Error(w, "not for other sites", http.StatusForbidden)
		return
	}
	secret, what, slash := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	given := sha256.Sum256([]byte(secret))
	if subtle.ConstantTimeCompare(given[:], h.secret[:]) != 1 {
		http.Error(w, "no page here: the address that mpitimer serve has printed holds a secret", http.StatusNotFound)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		head.Set("Allow", "GET, HEAD")
		http.Error(w, "this page is only read", http.StatusMethodNotAllowed)
		return
	}
	switch {
	case !slash:
		http.Redirect(w, r, "/"+secret+"/", http.StatusMovedPermanently) // names in the page are beside it
	case what == "":
		h.answer(w, "text/html; charset=utf-8", h.viewed.page)
	case what == "data":
		h.answer(w, "application/json", func() ([]byte, error) { return h.viewed.data(r.URL.Query().Has("timeline")) })
	default:
		http.NotFound(w, r)
	}
}

func (h *handler) answer(w http.ResponseWriter, kind string, made func() ([]byte, error)) {
	body, err := made()
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", kind)
	_, _ = w.Write(body) // a viewer that has gone needs no answer
}

// isLocal reports whether a host is a name of the machine itself. Its port may be another, as behind ssh -L.
func isLocal(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	return name == "localhost" || name == "127.0.0.1" || name == "::1" || name == "[::1]"
}

// sameOrigin reports whether a request is from the page itself, or from nobody's: who types an address.
func sameOrigin(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	origin := r.Header.Get("Origin")
	return (site == "" || site == "same-origin" || site == "none") && (origin == "" || origin == "http://"+r.Host)
}
