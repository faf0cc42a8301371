package fiber

import (
	"testing"

	"github.com/valyala/fasthttp"

	"millionrps/server/internal/counter"
	"millionrps/server/workload"
)

var routes = []workload.Route{{
	Path:        "/simple",
	ContentType: "text/plain",
	Body:        func(_, _ uint64) []byte { return workload.Simple },
}}

func TestRoutingAllocatesNothing(t *testing.T) {
	handler := newApp(routes, counter.NewSharded(1)).Handler()
	request := &fasthttp.RequestCtx{}
	request.Request.SetRequestURI("/simple")
	if got := testing.AllocsPerRun(1000, func() { handler(request) }); got != 0 {
		t.Errorf("/simple through the router makes %v allocations, want 0", got)
	}
}

func BenchmarkSimple(b *testing.B) {
	handler := newApp(routes, counter.NewSharded(1)).Handler()
	request := &fasthttp.RequestCtx{}
	request.Request.SetRequestURI("/simple")
	for b.Loop() {
		handler(request)
	}
}
