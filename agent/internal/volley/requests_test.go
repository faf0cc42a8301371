package volley

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"millionrps/agent/internal/requests"
)

// heard collects what a server was sent, in the order in which it came.
type heard struct {
	mu  sync.Mutex
	all []exchange
}

func (h *heard) listen(answer func(exchange) bool) func(exchange) bool {
	return func(e exchange) bool {
		h.mu.Lock()
		h.all = append(h.all, e)
		h.mu.Unlock()
		return answer(e)
	}
}

func (h *heard) list() []exchange {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.all)
}

func post(path, text string, weight int) requests.Request {
	return requests.Request{Method: "POST", Path: path, Weight: weight, Body: &requests.Body{Kind: requests.Text, Text: text}}
}

func TestCountersNeverRepeatAcrossLoopsAndClients(t *testing.T) {
	var all heard
	for client := range 2 {
		o := serve(t, "tcp", all.listen(ok)).options("/")
		o.Variables = []requests.Variable{{Name: "n", Kind: requests.Counter, From: 100}}
		o.Requests = []requests.Request{post("/item/{{n}}", `{"id":{{n}}}`, 2), post("/other/{{n}}", `{"id":{{n}}}`, 1)}
		o.Client, o.Clients, o.Pipelining, o.Loops, o.Warmup = client, 2, 4, 2, 50*time.Millisecond
		if r := measure(t, o); r.Succeeded == 0 || r.Failed.Total != 0 {
			t.Fatalf("%+v", r.Failed)
		}
	}
	seen := map[int]bool{}
	most := 0
	for _, e := range all.list() {
		digits := strings.TrimSuffix(strings.TrimPrefix(e.body, `{"id":`), "}")
		n, err := strconv.Atoi(digits)
		if err != nil || seen[n] || n < 100 || !strings.Contains(e.head, "/"+digits+" HTTP/1.1\r\n") {
			t.Fatalf("%q with %q: seen before %v", e.head, e.body, seen[n])
		}
		seen[n], most = true, max(most, n)
	}
	if len(seen) < 100 || most > 100+8*len(seen) {
		t.Errorf("%d numbers up to %d", len(seen), most)
	}
}

func TestRandomValuesComeAgainForTheSameSeed(t *testing.T) {
	drawn := func(change func(*Options)) []string {
		var all heard
		o := serve(t, "tcp", all.listen(ok)).options("/")
		o.Variables = []requests.Variable{
			{Name: "r", Kind: requests.Random, Least: -5, Most: 1_000_000}, {Name: "s", Kind: requests.Sample, Values: []string{"a", "bb", "ccc"}, Order: requests.AtRandom},
			{Name: "t", Kind: requests.Sample, Values: []string{"x", "y"}, Order: requests.InTurn},
		}
		o.Requests, o.Loops, o.Connections, o.DrawSeed = []requests.Request{requests.Get("/{{r}}/{{s}}/{{t}}", 1)}, 1, 1, 7
		change(&o)
		if r := measure(t, o); r.Succeeded < 50 || r.Sent != int64(len(all.list())) {
			t.Fatalf("%d sent, %d came", r.Sent, len(all.list()))
		}
		var paths []string
		for _, e := range all.list()[:50] {
			paths = append(paths, strings.Fields(e.head)[1])
		}
		return paths
	}
	first := drawn(func(*Options) {})
	if again := drawn(func(*Options) {}); !slices.Equal(first, again) {
		t.Errorf("the same seed gave %v and %v", first, again)
	}
	for name, change := range map[string]func(*Options){
		"seed": func(o *Options) { o.DrawSeed = 8 }, "draw": func(o *Options) { o.Draw = 1 }, "client": func(o *Options) { o.Client, o.Clients = 1, 2 },
	} {
		if other := drawn(change); slices.Equal(first, other) {
			t.Errorf("another %s gave the same", name)
		}
	}
	kinds := map[string]int{}
	for i, path := range first {
		words := strings.Split(path, "/")
		n, err := strconv.Atoi(words[1])
		if err != nil || n < -5 || n > 1_000_000 || words[3] != []string{"x", "y"}[i%2] {
			t.Errorf("the %d. is %s", i, path)
		}
		kinds[words[2]]++
	}
	if len(kinds) != 3 {
		t.Errorf("of three values %v were drawn", kinds)
	}
}

// A body larger than the kernel's buffers goes out in many pieces, with a small request before and after it.
func TestLargeBodiesArriveWholeAndAreCounted(t *testing.T) {
	large := strings.Repeat("0123456789abcdef", 8<<20/16)
	path := filepath.Join(t.TempDir(), "body")
	if err := os.WriteFile(path, []byte(large), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, depth := range []int{1, 3} {
		for _, rate := range []float64{0, 40} {
			for _, perConnection := range []int{0, 3} {
				var other int
				s := serve(t, "tcp", func(e exchange) bool {
					if e.body != large && e.body != "small" {
						other++
					}
					closing := ""
					if strings.Contains(e.head, "Connection: close\r\n") {
						closing = "Connection: close\r\n"
					}
					return e.write("HTTP/1.1 204 No Content\r\n"+closing+"\r\n") && closing == ""
				})
				o := s.options("/")
				o.Requests = []requests.Request{
					{Method: "PUT", Path: "/large", Weight: 1, Body: &requests.Body{Kind: requests.Stored, Path: path, SHA256: fmt.Sprintf("%x", sha256.Sum256([]byte(large))), SizeBytes: 8 << 20}},
					post("/small", "small", 1),
				}
				o.Connections, o.Loops, o.Pipelining, o.Rate, o.RequestsPerConnection, o.Duration = 2, 1, depth, rate, perConnection, 400*time.Millisecond
				r := measure(t, o)
				if r.Succeeded == 0 || r.Failed.Total != 0 || other != 0 || r.Sent != s.requests.Load() {
					t.Errorf("depth %d, rate %v, %d per connection: the server read %d whole requests, %d of them wrong: %d sent, %d succeeded, %d in flight, %+v",
						depth, rate, perConnection, s.requests.Load(), other, r.Sent, r.Succeeded, r.InFlight, r.Failed)
				}
			}
		}
	}
}

func TestAnExpectedStatusIsASuccess(t *testing.T) {
	for _, c := range []struct {
		expect *int
		status int
		kind   string // "" succeeds
	}{
		{nil, 200, ""}, {nil, 204, ""}, {nil, 404, "non2xx"}, {as(404), 404, ""}, {as(404), 500, "non2xx"}, {as(404), 200, "mismatch"}, {as(201), 201, ""}, {as(201), 200, "mismatch"},
	} {
		o := serve(t, "tcp", func(e exchange) bool {
			return e.write(fmt.Sprintf("HTTP/1.1 %d X\r\nContent-Length: 0\r\n\r\n", c.status))
		}).options("/")
		o.Requests, o.Duration = []requests.Request{{Method: "GET", Path: "/", Weight: 1, Expect: requests.Expectation{Status: c.expect}}}, 50*time.Millisecond
		r := measure(t, o)
		if fine := r.Failed.Total == 0 && r.Succeeded > 0; fine != (c.kind == "") || !fine && r.Failed.only(c.kind, 1) != nil {
			t.Errorf("%+v: %d succeeded, %+v", c, r.Succeeded, r.Failed)
		}
	}
}

func TestWhatABodyContainsIsExpected(t *testing.T) {
	s := serve(t, "tcp", func(e exchange) bool {
		return e.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n")
	})
	for text, fine := range map[string]bool{"ell": true, "elk": false} {
		o := s.options("/")
		o.Requests, o.Duration = []requests.Request{{Method: "GET", Path: "/", Weight: 1, Expect: requests.Expectation{Contains: &text}}}, 50*time.Millisecond
		if r := measure(t, o); (r.Failed.Total == 0) != fine || !fine && r.Failed.only("mismatch", 1) != nil {
			t.Errorf("%s: %d succeeded, %+v", text, r.Succeeded, r.Failed)
		}
	}
}

func TestAnswersToHEADHaveNoBody(t *testing.T) {
	s := serve(t, "tcp", func(e exchange) bool {
		if strings.HasPrefix(e.head, "HEAD ") {
			return e.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")
		}
		return ok(e)
	})
	o := s.options("/")
	o.Requests, o.Pipelining = []requests.Request{{Method: "HEAD", Path: "/", Weight: 1}, ofBytes("/", 1, 5)}, 5
	if r := measure(t, o); r.Failed.Total != 0 || r.Succeeded == 0 || r.Sent != s.requests.Load() {
		t.Errorf("the server counted %d: %+v", s.requests.Load(), r)
	}
}

func TestDrawingAndComposingAllocateNothing(t *testing.T) {
	o := Options{URL: somewhere(t, "http://h/"), Loops: 2, Variables: []requests.Variable{
		{Name: "n", Kind: requests.Counter, From: 1_000_000}, {Name: "r", Kind: requests.Random, Least: 0, Most: 1 << 50}, {Name: "s", Kind: requests.Sample, Values: []string{"a", "bb"}, Order: requests.InTurn},
	}}
	o.Requests = []requests.Request{post("/{{n}}/{{s}}", "{{r}} and {{n}}", 1)}
	all, err := render(&o)
	if err != nil {
		t.Fatal(err)
	}
	m := composer{values: newValues(&o, 0)}
	once := func() {
		m.begin()
		for range 16 {
			m.add(&all[0], nil, 0, false)
		}
	}
	for range 1000 {
		once() // until the longest value was drawn
	}
	if n := testing.AllocsPerRun(1000, once); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if len(m.pieces) != 1 {
		t.Errorf("16 small requests go out in %d pieces", len(m.pieces))
	}
}
