package profiling

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"time"

	"millionrps/server/internal/unixsocket"
)

// farewell is how long askers for profiles may take to read that the target stops.
const farewell = time.Second

// source gives profiles: of this process, or of all workers.
type source interface {
	// workers is how many there are to choose from.
	workers() int
	capture(ctx context.Context, a ask, to io.Writer) error
}

// Socket answers for profiles. A nil Socket does nothing.
type Socket struct {
	listener *net.UnixListener
	server   *http.Server
	stop     context.CancelFunc
}

// Listen opens the socket, for this user alone. It answers once Serve is called.
func Listen(path string) (*Socket, error) {
	listener, err := unixsocket.Listen(path, "pprof")
	if err != nil {
		return nil, err
	}
	return &Socket{listener: listener}, nil
}

// ServeOwn answers for this process, until Close.
func (s *Socket) ServeOwn() {
	if s == nil {
		return
	}
	arm()
	s.serve(own{&recorder{}})
}

// ServeMerged answers for all workers, until Close.
func (s *Socket) ServeMerged(workers []Worker) { s.serve(merged(workers)) }

func (s *Socket) serve(from source) {
	if s == nil {
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	s.server = &http.Server{
		Handler:     handler(from),
		ErrorLog:    log.New(io.Discard, "", 0),
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	go func() { _ = s.server.Serve(s.listener) }()
}

// Close cuts captures short, tells those who asked for them, and removes the file.
func (s *Socket) Close() {
	if s == nil {
		return
	}
	if s.server != nil {
		s.stop()
		ctx, cancel := context.WithTimeout(context.Background(), farewell)
		defer cancel()
		_ = s.server.Shutdown(ctx)
	}
	s.listener.Close()
}

// own is this process as a source.
type own struct{ *recorder }

func (own) workers() int { return 1 }

func handler(from source) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method != http.MethodGet:
			fail(w, refuse(http.StatusMethodNotAllowed, "only GET is answered here"))
		case r.URL.Path == Prefix:
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			_, _ = io.WriteString(w, list(from.workers()))
		case !strings.HasPrefix(r.URL.Path, Prefix):
			fail(w, refuse(http.StatusNotFound, "there is nothing at %s; %s lists what there is", r.URL.Path, Prefix))
		default:
			answer(w, r, from)
		}
	})
}

func answer(w http.ResponseWriter, r *http.Request, from source) {
	a, err := parseAsk(r.URL, from.workers())
	if err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	to := &begun{Writer: w}
	err = from.capture(r.Context(), a, to)
	switch {
	case err == nil:
	case to.begun:
		// Half a trace has been sent as if all were well: only a cut connection can still say that it is not whole.
		panic(http.ErrAbortHandler)
	default:
		fail(w, err)
	}
}

// begun remembers whether anything was written.
type begun struct {
	io.Writer
	begun bool
}

func (b *begun) Write(p []byte) (int, error) {
	b.begun = true
	return b.Writer.Write(p)
}

func fail(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	var refused *refusal
	if errors.As(err, &refused) {
		status = refused.status
	}
	http.Error(w, err.Error(), status)
}
