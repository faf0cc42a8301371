// Package nethttp serves the workload with the standard library's net/http.
package nethttp

import (
	"context"
	"crypto/tls"
	"io"
	"log"
	"net"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"millionrps/server/internal/counter"
	"millionrps/server/workload"
)

// Version is Go's, which net/http comes with.
var Version = strings.TrimPrefix(runtime.Version(), "go")

type connectionKey struct{}

// Serve answers requests of the listener's connections until the listener is closed.
func Serve(listener net.Listener, routes []workload.Route, requests *counter.Counter) error {
	var connections atomic.Uint64
	overlapping := newHTTP2()
	server := http.Server{
		Handler:      overlapping.priorKnowledge(router(routes, requests)),
		TLSNextProto: map[string]func(*http.Server, *tls.Conn, http.Handler){"h2": overlapping.negotiated},
		// It would have a line for every client that goes away.
		ErrorLog: log.New(io.Discard, "", 0),
		ConnContext: func(ctx context.Context, _ net.Conn) context.Context {
			return context.WithValue(ctx, connectionKey{}, connections.Add(1))
		},
		DisableGeneralOptionsHandler: true,
	}
	err := server.Serve(listener)
	overlapping.finish()
	return err
}

// router finds routes as strictly as the other frameworks do: http.ServeMux would answer HEAD too and clean paths.
func router(routes []workload.Route, requests *counter.Counter) http.Handler {
	handlers := map[string]http.HandlerFunc{}
	for _, route := range routes {
		handlers[route.Path] = handler(route, requests)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer, found := handlers[pathAsSent(r)]
		switch {
		case !found:
			refuse(w, http.StatusNotFound)
		case r.Method != http.MethodGet:
			w.Header().Set("Allow", http.MethodGet)
			refuse(w, http.StatusMethodNotAllowed)
		default:
			answer(w, r)
		}
	})
}

// pathAsSent is the path before its escapes were taken out. RawPath is set only where it differs from the usual escaping.
func pathAsSent(r *http.Request) string {
	if r.URL.RawPath != "" {
		return r.URL.RawPath
	}
	return r.URL.Path
}

func refuse(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", workload.TypeText)
	w.WriteHeader(status)
	_, _ = io.WriteString(w, http.StatusText(status))
}

func handler(route workload.Route, requests *counter.Counter) http.HandlerFunc {
	buffers := sync.Pool{New: func() any { return new([]byte) }}
	if route.Ask != nil {
		return asking(route, requests, &buffers)
	}
	return func(w http.ResponseWriter, r *http.Request) {
		connection, number := r.Context().Value(connectionKey{}).(uint64), uint64(0)
		if !route.Uncounted {
			number = requests.Add(connection)
		}
		if route.Body != nil {
			write(w, route.ContentType, route.ContentEncoding, http.StatusOK, route.Body(connection, number))
			return
		}
		buffer := buffers.Get().(*[]byte)
		defer buffers.Put(buffer)
		*buffer = route.Append((*buffer)[:0], connection, number)
		write(w, route.ContentType, route.ContentEncoding, http.StatusOK, *buffer)
	}
}

// asking answers a route that waits for something else. It counts when there is an answer, which may be that there is none.
func asking(route workload.Route, requests *counter.Counter, buffers *sync.Pool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		buffer := buffers.Get().(*[]byte)
		defer buffers.Put(buffer)
		var status int
		*buffer, status = route.Ask((*buffer)[:0])
		if !route.Uncounted {
			requests.Add(r.Context().Value(connectionKey{}).(uint64))
		}
		kind, encoding := route.Head(status)
		write(w, kind, encoding, status, *buffer)
	}
}

func write(w http.ResponseWriter, contentType, contentEncoding string, status int, body []byte) {
	header := w.Header()
	header.Set("Content-Type", contentType)
	if contentEncoding != "" {
		header.Set("Content-Encoding", contentEncoding)
	}
	// Without a length, net/http would send what exceeds its buffer in chunks.
	header.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	// A client that has gone away is no error of the server.
	_, _ = w.Write(body)
}
