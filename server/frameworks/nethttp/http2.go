package nethttp

import (
	"bufio"
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"

	"golang.org/x/net/http2"
)

// Protocols are those of TLS (ALPN), the best first.
var Protocols = []string{http2.NextProtoTLS, "http/1.1"}

// overlapping serves HTTP/2. It has an http.Server of its own, which serves nothing else: its Shutdown tells clients that no more
// requests are taken (GOAWAY) and lets those under way be answered, and would close connections of HTTP/1.1 on which a request has just arrived.
type overlapping struct {
	engine http2.Server
	server http.Server
}

func newHTTP2() *overlapping {
	h := &overlapping{}
	if err := http2.ConfigureServer(&h.server, &h.engine); err != nil {
		panic(err) // It is configured by nothing but this.
	}
	return h
}

// negotiated serves a connection whose TLS agreed on HTTP/2.
func (h *overlapping) negotiated(_ *http.Server, connection *tls.Conn, handler http.Handler) {
	ctx := context.Background()
	if of, ok := handler.(interface{ BaseContext() context.Context }); ok {
		ctx = of.BaseContext()
	}
	multiplex(connection.NetConn())
	h.engine.ServeConn(connection, &http2.ServeConnOpts{Context: ctx, BaseConfig: &h.server, Handler: handler})
}

// priorKnowledge serves HTTP/2 without TLS to clients that begin with it, which looks like a request PRI * of HTTP/2.0 (RFC 9113, section 3.4).
func (h *overlapping) priorKnowledge(handler http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ProtoMajor != 2 || r.Method != "PRI" || r.TLS != nil {
			handler.ServeHTTP(w, r)
			return
		}
		connection, buffered, err := w.(http.Hijacker).Hijack()
		if err != nil {
			return
		}
		defer connection.Close()
		const rest = "SM\r\n\r\n"
		read := make([]byte, len(rest))
		if _, err := io.ReadFull(buffered, read); err != nil || string(read) != rest {
			return
		}
		multiplex(connection)
		h.engine.ServeConn(readAhead{connection, buffered.Reader}, &http2.ServeConnOpts{
			Context: context.WithoutCancel(r.Context()), BaseConfig: &h.server, Handler: handler, SawClientPreface: true,
		})
	})
}

// readAhead is a connection of which a reader has a part already.
type readAhead struct {
	net.Conn
	reader *bufio.Reader
}

func (c readAhead) Read(p []byte) (int, error) { return c.reader.Read(p) }

// multiplex tells a connection that may have to drain.
func multiplex(connection net.Conn) {
	if c, ok := connection.(interface{ Multiplex() }); ok {
		c.Multiplex()
	}
}

// finish has every connection end when its requests are answered. It does not wait.
func (h *overlapping) finish() { _ = h.server.Shutdown(context.Background()) }
