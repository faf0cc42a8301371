package fiber

import (
	"slices"
	"testing"

	gofiber "github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"millionrps/server/internal/counter"
	"millionrps/server/workload"
)

var products = [][]byte{[]byte(`{"id":1}`), []byte(`{"id":2}`)}

func answer(t *testing.T, handler fasthttp.RequestHandler, method, path string) *fasthttp.Response {
	t.Helper()
	request := &fasthttp.RequestCtx{}
	request.Request.Header.SetMethod(method)
	request.Request.SetRequestURI(path)
	handler(request)
	return &request.Response
}

func TestOnlyAnsweredWorkloadRequestsAreCounted(t *testing.T) {
	tests := []struct {
		method, path string
		status       int
		counted      uint64
	}{
		{"GET", "/simple", 200, 1},
		{"GET", "/simple?x=1", 200, 1},
		{"GET", "/read", 200, 1},
		{"GET", "/health", 200, 0},
		{"GET", "/nothing", 404, 0},
		{"GET", "/simple/", 404, 0},
		{"GET", "/Simple", 404, 0},
		{"POST", "/simple", 405, 0},
		{"HEAD", "/simple", 405, 0},
	}
	for _, test := range tests {
		t.Run(test.method+" "+test.path, func(t *testing.T) {
			requests := counter.NewSharded(1)
			handler := newApp(workload.NewPicker(products, 0), requests).Handler()
			if got := answer(t, handler, test.method, test.path).StatusCode(); got != test.status {
				t.Errorf("status %d, want %d", got, test.status)
			}
			if got := requests.Read().Requests; got != test.counted {
				t.Errorf("counted %d requests, want %d", got, test.counted)
			}
		})
	}
}

func TestRoutesAnswerWithTheirTypeAndBody(t *testing.T) {
	handler := newApp(workload.NewPicker(products, 0), counter.NewSharded(1)).Handler()

	simple := answer(t, handler, "GET", "/simple")
	if string(simple.Body()) != "hello, millions!" || string(simple.Header.ContentType()) != "text/plain" {
		t.Errorf("/simple answers %q of type %q", simple.Body(), simple.Header.ContentType())
	}
	read := answer(t, handler, "GET", "/read")
	if !slices.ContainsFunc(products, func(p []byte) bool { return string(p) == string(read.Body()) }) {
		t.Errorf("/read answers %q, which is no product", read.Body())
	}
	if got := string(read.Header.ContentType()); got != "application/json" {
		t.Errorf("/read has type %q", got)
	}
	if got := string(answer(t, handler, "GET", "/health").Body()); got != "ok" {
		t.Errorf("/health answers %q", got)
	}
}

func TestHandlersAllocateNothing(t *testing.T) {
	requests := counter.NewSharded(1)
	picker := workload.NewPicker(products, 0)
	app := gofiber.New()
	c := app.AcquireCtx(&fasthttp.RequestCtx{})
	defer app.ReleaseCtx(c)

	for name, handler := range map[string]gofiber.Handler{"/simple": simple(requests), "/read": read(picker, requests)} {
		allocations := testing.AllocsPerRun(1000, func() {
			if err := handler(c); err != nil {
				t.Fatal(err)
			}
		})
		if allocations != 0 {
			t.Errorf("%s makes %v allocations, want 0", name, allocations)
		}
	}
}

func TestRoutingAllocatesNothing(t *testing.T) {
	handler := newApp(workload.NewPicker(products, 0), counter.NewSharded(1)).Handler()
	for _, path := range []string{"/simple", "/read"} {
		request := &fasthttp.RequestCtx{}
		request.Request.SetRequestURI(path)
		if got := testing.AllocsPerRun(1000, func() { handler(request) }); got != 0 {
			t.Errorf("%s through the router makes %v allocations, want 0", path, got)
		}
	}
}

func benchmarkRoute(b *testing.B, path string) {
	handler := newApp(workload.NewPicker(products, 0), counter.NewSharded(1)).Handler()
	request := &fasthttp.RequestCtx{}
	request.Request.SetRequestURI(path)
	for b.Loop() {
		handler(request)
	}
}

func BenchmarkSimple(b *testing.B) { benchmarkRoute(b, "/simple") }
func BenchmarkRead(b *testing.B)   { benchmarkRoute(b, "/read") }
