package loadgen

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"millionrps/agent/internal/requests"
)

// asSent is what a server heard of a request.
type asSent struct {
	method, path, body string
	header             http.Header
}

// echoing collects every request that came, by its path without the query. An answer has `status` by its path, and 200 elsewhere.
func echoing(t *testing.T, statuses map[string]int) (url string, came func() map[string][]asSent) {
	t.Helper()
	var mu sync.Mutex
	all := map[string][]asSent{}
	url, _ = served(t, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return // the tool was ended in its middle
		}
		mu.Lock()
		all[r.URL.Path] = append(all[r.URL.Path], asSent{r.Method, r.URL.RequestURI(), string(body), r.Header.Clone()})
		mu.Unlock()
		if status := statuses[r.URL.Path]; status != 0 {
			w.WriteHeader(status)
		}
		_, _ = w.Write([]byte("answer to " + r.Method))
	})
	return url, func() map[string][]asSent {
		mu.Lock()
		defer mu.Unlock()
		return maps.Clone(all)
	}
}

func stored(t *testing.T, content string) *requests.Body {
	t.Helper()
	path := filepath.Join(t.TempDir(), "body")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return &requests.Body{Kind: requests.Stored, Path: path, FileName: "body", SHA256: fmt.Sprintf("%x", sha256.Sum256([]byte(content))), SizeBytes: int64(len(content))}
}

const (
	oddText   = "{\"a\": \"b\\\"c\", \"é\": [1, 2]}\n\ttail \\ 'q' %s $HOME"
	oddHeader = `W/"x\y", 'q' {a} $b %41`
)

func header(name, value string) requests.Header { return requests.Header{Name: name, Value: &value} }

func TestEveryToolSendsWhatItIsAsked(t *testing.T) {
	large := strings.Repeat("a line of a large body\n", 1<<20/23)
	binary := string([]byte{0, 1, 2, 255, 254, '\r', '\n', 0x80})
	for name, d := range realTools(t) {
		modes := d.Abilities().Modes
		if !slices.Contains(modes, modeBody) {
			continue
		}
		want := []asSent{
			{"POST", "/text?a=b%20c", oddText, http.Header{"If-None-Match": {oddHeader}, "Content-Type": {"application/json"}}},
			{"PUT", "/file", large, nil}, {"DELETE", "/gone", "", http.Header{"X-Small": {"1"}, "Accept-Encoding": {"br"}}}, {"PATCH", "/empty", "", nil}, {"OPTIONS", "/options", "", nil},
		}
		list := []requests.Request{
			{Method: "POST", Path: "/text?a=b%20c", Weight: 1, Headers: []requests.Header{header("If-None-Match", oddHeader), header("content-type", "application/json")}, Body: &requests.Body{Kind: requests.Text, Text: oddText}},
			{Method: "PUT", Path: "/file", Weight: 1, Body: stored(t, large)},
			{Method: "DELETE", Path: "/gone", Weight: 1, Headers: []requests.Header{header("x-small", "1"), header("accept-encoding", "br")}},
			{Method: "PATCH", Path: "/empty", Weight: 1, Body: &requests.Body{Kind: requests.Text}},
			{Method: "OPTIONS", Path: "/options", Weight: 1},
		}
		if name != "autocannon" { // whose archive is text
			want = append(want, asSent{"POST", "/bytes", binary, nil})
			list = append(list, requests.Request{Method: "POST", Path: "/bytes", Weight: 1, Body: &requests.Body{Kind: requests.Base64, Base64: base64.StdEncoding.EncodeToString([]byte(binary))}})
		}
		loads := [][]requests.Request{list}
		if name == "oha" || !d.Abilities().Mixes { // oha sends the same to all paths
			loads = nil
			for _, r := range list {
				loads = append(loads, []requests.Request{r})
			}
		}
		for _, list := range loads {
			l := gentle(d, d.Abilities().Loops[0].Loop)
			url, came := echoing(t, nil)
			l.URL, l.Requests = url, list
			result, stderr, err := carriedOut(t, d, l, nil)
			if err != nil || result.Errors != (Errors{}) || result.Requests == 0 {
				t.Errorf("%s: %v, %+v, %s", name, err, result, stderr)
				continue
			}
			for _, w := range want {
				path, _, _ := strings.Cut(w.path, "?")
				if len(loads) == 1 || strings.HasPrefix(list[0].Path, path) {
					wantSent(t, name, w, came()[path])
				}
			}
		}
	}
}

// A redirect would take load to where the host's configuration file allows none, and is no success: a service that sends everybody to its login after the
// first request does not work.
func TestNoToolFollowsARedirectOrTakesItForASuccess(t *testing.T) {
	for name, d := range realTools(t) {
		for _, list := range [][]requests.Request{only("/"), {requests.Get("/a", 2), requests.Get("/b", 1)}, {{Method: "PUT", Path: "/", Weight: 1}}} {
			l := gentle(d, d.Abilities().Loops[0].Loop)
			l.Requests = list
			if !slices.Contains(d.Abilities().Modes, modeMethod) && list[0].Method != "GET" || !d.Abilities().Mixes && len(list) > 1 {
				continue
			}
			elsewhere, followed := served(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok")) })
			var answered atomic.Int64
			l.URL, _ = served(t, func(w http.ResponseWriter, r *http.Request) {
				if answered.Add(1) > 1 {
					http.Redirect(w, r, elsewhere+"/", http.StatusFound)
				}
			})
			result, stderr, err := carriedOut(t, d, l, nil)
			if err != nil || result.Requests == 0 || followed.Load() != 0 {
				t.Errorf("%s: %v, %d requests, %d of them went on elsewhere, %s", name, err, result.Requests, followed.Load(), stderr)
			}
			if failed := result.Errors.Non2xx; failed < result.Requests-1 || failed > result.Requests {
				t.Errorf("%s called %d of %d redirects of %s a success", name, result.Requests-failed, result.Requests, list[0].Method)
			}
		}
	}
}

func wantSent(t *testing.T, tool string, want asSent, came []asSent) {
	t.Helper()
	if len(came) == 0 {
		t.Errorf("%s never sent %s", tool, want.path)
	}
	for _, got := range came {
		for name := range want.header {
			if !slices.Equal(got.header[name], want.header[name]) {
				t.Errorf("%s sent %s: %q, want %q", tool, name, got.header[name], want.header[name])
				return
			}
		}
		if got.method != want.method || got.path != want.path || got.body != want.body {
			t.Errorf("%s sent %s %s with %d bytes (%.60q), want %s %s with %d", tool, got.method, got.path, len(got.body), got.body, want.method, want.path, len(want.body))
			return
		}
		if length := got.header.Get("Content-Length"); want.body != "" && length != "" && length != strconv.Itoa(len(want.body)) {
			t.Errorf("%s said a length of %s for %d bytes", tool, length, len(want.body))
		}
	}
}

func TestToolsFillInVariablesAndSecrets(t *testing.T) {
	for name, d := range realTools(t) {
		if !slices.Contains(d.Abilities().Modes, modeVariables) {
			continue
		}
		secret := "token"
		l := gentle(d, d.Abilities().Loops[0].Loop)
		url, came := echoing(t, nil)
		l.URL, l.Clients, l.Client, l.Seed, l.Workers = url, 2, 1, 9, 2
		if name == "k6" {
			l.Workers = 0
		}
		l.Variables = []requests.Variable{
			{Name: "n", Kind: requests.Counter, From: 1000}, {Name: "r", Kind: requests.Random, Least: 5, Most: 8}, {Name: "s", Kind: requests.Sample, Values: []string{"red", "green"}, Order: requests.InTurn},
		}
		l.Requests = []requests.Request{{Method: "POST", Path: "/item?n={{n}}&s={{s}}", Weight: 1, Headers: []requests.Header{{Name: "Authorization", Secret: &secret}, header("X-R", "r{{r}}")},
			Body: &requests.Body{Kind: requests.Text, Text: `{"n":{{n}},"again":{{n}}}`}}}
		result, stderr, err := carriedOut(t, d, l, nil)
		if err != nil || result.Errors != (Errors{}) || result.Requests < 10 {
			t.Errorf("%s: %v, %+v, %s", name, err, result, stderr)
			continue
		}
		numbers, drawn, taken := map[string]bool{}, map[string]int{}, map[string]int{}
		for _, r := range came()["/item"] {
			query, _ := strings.CutPrefix(r.path, "/item?n=")
			n, s, _ := strings.Cut(query, "&s=")
			number, err := strconv.Atoi(n)
			if err != nil || numbers[n] || number < 1000 || number%2 != 1 || r.body != fmt.Sprintf(`{"n":%s,"again":%s}`, n, n) || r.header.Get("Authorization") != "secret of token" {
				t.Fatalf("%s sent %s with %s and %q; seen before: %v", name, r.path, r.body, r.header.Get("Authorization"), numbers[n])
			}
			numbers[n] = true
			drawn[r.header.Get("X-R")]++
			taken[s]++
		}
		if len(drawn) != 4 || drawn["r5"] == 0 || drawn["r8"] == 0 || len(taken) != 2 || taken["red"] == 0 {
			t.Errorf("%s drew %v and took %v", name, drawn, taken)
		}
	}
}

func TestToolsThatSayThatTheyExpectCountWhatIsNotAsExpected(t *testing.T) {
	for name, d := range realTools(t) {
		if !slices.Contains(d.Abilities().Modes, modeExpect) {
			continue
		}
		missing, text, wrong, sum := 404, "answer to GET", "no answer", fmt.Sprintf("%x", sha256.Sum256([]byte("answer to GET")))
		for _, c := range []struct {
			path   string
			expect requests.Expectation
			kind   func(Errors) int64
		}{
			{"/missing", requests.Expectation{Status: &missing}, nil},
			{"/there", requests.Expectation{Status: &missing}, func(e Errors) int64 { return e.Mismatch }},
			{"/missing", requests.Expectation{}, func(e Errors) int64 { return e.Non2xx }},
			{"/there", requests.Expectation{Contains: &text, SHA256: &sum}, nil},
			{"/there", requests.Expectation{Contains: &wrong}, func(e Errors) int64 { return e.Mismatch }},
		} {
			l := gentle(d, Closed)
			url, _ := echoing(t, map[string]int{"/missing": 404})
			l.URL, l.Requests = url, []requests.Request{{Method: "GET", Path: c.path, Weight: 1, Headers: []requests.Header{header("X-A", "b")}, Expect: c.expect}}
			result, stderr, err := carriedOut(t, d, l, nil)
			if err != nil || result.Requests == 0 {
				t.Fatalf("%s: %v: %s", name, err, stderr)
			}
			if failed := result.Errors.Total(); c.kind == nil && failed != 0 || c.kind != nil && (c.kind(result.Errors) != failed || failed < result.Requests-4) {
				t.Errorf("%s, %s expecting %+v: %d requests, %+v", name, c.path, c.expect, result.Requests, result.Errors)
			}
		}
	}
}
