package frameworks

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"millionrps/server/internal/counter"
	"millionrps/server/workload"
)

// shared is made once: it takes a quarter of a second.
var shared *workload.Pool

func routes(t *testing.T) []workload.Route {
	t.Helper()
	if shared == nil {
		var err error
		if shared, err = workload.NewPool(workload.ProductSeed, workload.ProductCount); err != nil {
			t.Fatal(err)
		}
	}
	return workload.Routes(shared, byDraw{})
}

// byDraw picks the same whatever number a framework gives a connection.
type byDraw struct{}

func (byDraw) Pick(_, _, draw uint64, n int) int { return int(7*draw+3) % n }

// serve starts a framework and returns its address and what it counts.
func serve(t *testing.T, framework Framework) (string, *counter.Counter) {
	t.Helper()
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	requests := counter.NewSharded(1)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = framework.Serve(listener, routes(t), requests)
	}()
	t.Cleanup(func() {
		listener.Close()
		<-ended
	})
	return listener.Addr().String(), requests
}

type reply struct {
	status int
	header http.Header
	body   string
	// bytes of the whole answer, head and body.
	bytes int
}

func exchange(t *testing.T, address, method, path string) reply {
	t.Helper()
	connection, err := net.Dial("tcp4", address)
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	if _, err := io.WriteString(connection, method+" "+path+" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(connection)
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequest(method, "http://x"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(strings.NewReader(string(raw))), request)
	if err != nil {
		t.Fatalf("%s %s: %v: %q", method, path, err, raw)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply{response.StatusCode, response.Header, string(body), len(raw)}
}

func TestEveryFrameworkFindsAndCountsTheSameRequests(t *testing.T) {
	tests := []struct {
		method, path string
		status       int
		counted      uint64
	}{
		{"GET", "/simple", 200, 1},
		{"GET", "/simple?x=1", 200, 1},
		{"GET", "/read", 200, 1},
		{"GET", "/read-gz", 200, 1},
		{"GET", "/list", 200, 1},
		{"GET", "/compute", 200, 1},
		{"GET", "/health", 200, 0},
		{"GET", "/nothing", 404, 0},
		{"GET", "/", 404, 0},
		{"GET", "/simple/", 404, 0},
		{"GET", "//simple", 404, 0},
		{"GET", "/Simple", 404, 0},
		{"GET", "/%73imple", 404, 0},
		{"GET", "/debug/pprof/", 404, 0},
		{"GET", "/debug/pprof/heap", 404, 0},
		{"POST", "/simple", 405, 0},
		{"HEAD", "/simple", 405, 0},
		{"PUT", "/list", 405, 0},
		{"POST", "/health", 405, 0},
		{"POST", "/nothing", 404, 0},
	}
	for _, framework := range All {
		t.Run(framework.Name, func(t *testing.T) {
			address, requests := serve(t, framework)
			for _, test := range tests {
				before := requests.Read().Requests
				got := exchange(t, address, test.method, test.path)
				if got.status != test.status {
					t.Errorf("%s %s: status %d, want %d", test.method, test.path, got.status, test.status)
				}
				if counted := requests.Read().Requests - before; counted != test.counted {
					t.Errorf("%s %s: counted %d requests, want %d", test.method, test.path, counted, test.counted)
				}
			}
		})
	}
}

var dateHead = regexp.MustCompile(`^[A-Z][a-z]{2}, `)

func TestEveryFrameworkAnswersWithTheSameBytes(t *testing.T) {
	paths := []string{"/simple", "/read", "/read-gz", "/list", "/compute", "/health", "/nothing"}
	for _, path := range paths {
		var replies []reply
		for _, framework := range All {
			address, _ := serve(t, framework)
			got := exchange(t, address, "GET", path)
			if !dateHead.MatchString(got.header.Get("Date")) {
				t.Errorf("%s of %s has the date %q", path, framework.Name, got.header.Get("Date"))
			}
			got.header.Del("Date")
			replies = append(replies, got)
		}
		for i, got := range replies[1:] {
			want := replies[0]
			name := All[i+1].Name
			if got.body != want.body || got.bytes != want.bytes {
				t.Errorf("%s of %s has %d bytes, that of %s %d, or others", path, name, got.bytes, All[0].Name, want.bytes)
			}
			if !sameHeader(got.header, want.header) {
				t.Errorf("%s of %s has the head %v, that of %s %v", path, name, got.header, All[0].Name, want.header)
			}
		}
	}
}

func sameHeader(a, b http.Header) bool {
	if len(a) != len(b) {
		return false
	}
	for name := range a {
		if !slices.Equal(a[name], b[name]) {
			return false
		}
	}
	return true
}

func TestAFrameworkThatIsNotThereIsRefusedWithThoseThatAre(t *testing.T) {
	_, err := Named("gin")
	if want := `--framework must be nethttp, fasthttp or fiber, not "gin"`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if got, err := Named(Default); err != nil || got.Name != "fiber" {
		t.Errorf("the default is %q, %v", got.Name, err)
	}
}
