// Package fasthttp serves the workload with fasthttp alone, which Fiber is built on.
package fasthttp

import (
	"net"
	"runtime/debug"

	engine "github.com/valyala/fasthttp"

	"millionrps/server/internal/counter"
	"millionrps/server/workload"
)

// Version is what this binary was built with: fasthttp has no constant that says it.
var Version = builtVersion("github.com/valyala/fasthttp")

// WriteBufferBytes lets a whole answer of /read leave in one write:
// fasthttp's default of 4,096 bytes splits it in two.
const WriteBufferBytes = 16 * 1024

func builtVersion(module string) string {
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, dependency := range build.Deps {
		if dependency.Path == module {
			return dependency.Version[len("v"):]
		}
	}
	return "unknown"
}

// Serve answers requests of the listener's connections until the listener is closed.
func Serve(listener net.Listener, routes []workload.Route, requests *counter.Counter) error {
	server := engine.Server{
		Handler:               router(routes, requests),
		WriteBufferSize:       WriteBufferBytes,
		NoDefaultServerHeader: true,
		Logger:                silent{},
	}
	return server.Serve(listener)
}

// silent stands for fasthttp's logger, which has a line for every client that goes away.
type silent struct{}

func (silent) Printf(string, ...any) {}

func router(routes []workload.Route, requests *counter.Counter) engine.RequestHandler {
	handlers := map[string]engine.RequestHandler{}
	for _, route := range routes {
		handlers[route.Path] = Handler(route, requests)
	}
	return func(request *engine.RequestCtx) {
		answer, found := handlers[string(request.URI().PathOriginal())]
		switch {
		case !found:
			request.Error("Not Found", engine.StatusNotFound)
		case !request.IsGet():
			request.Error("Method Not Allowed", engine.StatusMethodNotAllowed)
			request.Response.Header.Set("Allow", "GET")
		default:
			answer(request)
		}
	}
}

// Handler answers one route, whatever found the route.
func Handler(route workload.Route, requests *counter.Counter) engine.RequestHandler {
	if route.Ask != nil {
		return asking(route, requests)
	}
	contentType, contentEncoding := []byte(route.ContentType), []byte(route.ContentEncoding)
	return func(request *engine.RequestCtx) {
		connection, number := request.ConnID(), uint64(0)
		if !route.Uncounted {
			number = requests.Add(connection)
		}
		response := &request.Response
		response.Header.SetContentTypeBytes(contentType)
		if len(contentEncoding) > 0 {
			response.Header.SetContentEncodingBytes(contentEncoding)
		}
		if route.Body != nil {
			response.SetBodyRaw(route.Body(connection, number))
			return
		}
		// The buffer of a response is fasthttp's to pool, so composing in it allocates nothing.
		buffer := response.SwapBody(nil)
		response.SwapBody(route.Append(buffer[:0], connection, number))
	}
}

// asking answers a route that waits for something else. It counts when there is an answer, which may be that there is none.
func asking(route workload.Route, requests *counter.Counter) engine.RequestHandler {
	return func(request *engine.RequestCtx) {
		response := &request.Response
		buffer := response.SwapBody(nil)
		answer, status := route.Ask(buffer[:0])
		if !route.Uncounted {
			requests.Add(request.ConnID())
		}
		response.SetStatusCode(status)
		kind, encoding := route.Head(status)
		response.Header.SetContentType(kind)
		if encoding != "" {
			response.Header.SetContentEncoding(encoding)
		}
		response.SwapBody(answer)
	}
}
