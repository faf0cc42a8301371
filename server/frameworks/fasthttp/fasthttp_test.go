package fasthttp

import (
	"strings"
	"testing"

	engine "github.com/valyala/fasthttp"

	"millionrps/server/internal/counter"
	"millionrps/server/workload"
)

var composed = strings.Repeat("composed", 10_000)

var routes = []workload.Route{
	{Path: "/fixed", ContentType: "text/plain", Body: func(_, _ uint64) []byte { return workload.Simple }},
	{Path: "/composed", ContentType: "application/json", ContentEncoding: "gzip", Append: func(to []byte, _, _ uint64) []byte {
		return append(to, composed...)
	}},
}

func TestHandlersAllocateNothing(t *testing.T) {
	handler := router(routes, counter.NewSharded(1))
	for _, route := range routes {
		request := &engine.RequestCtx{}
		request.Request.SetRequestURI(route.Path)
		got := testing.AllocsPerRun(1000, func() {
			// As the server does before each request: it gives the buffer back.
			request.Response.Reset()
			handler(request)
		})
		// A garbage collection now and then empties the pool of buffers.
		if got > 0 {
			t.Errorf("%s makes %v allocations, want 0", route.Path, got)
		}
	}
}

func TestAComposedBodyIsWhole(t *testing.T) {
	handler := router(routes, counter.NewSharded(1))
	request := &engine.RequestCtx{}
	for range 3 {
		request.Request.SetRequestURI("/composed")
		handler(request)
		if got := request.Response.Body(); string(got) != composed {
			t.Fatalf("the body has %d bytes, want 80,000", len(got))
		}
	}
}
