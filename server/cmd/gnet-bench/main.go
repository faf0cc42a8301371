// Gnet-bench answers every request with the 16 bytes of /simple from a bare gnet event loop: all it does of HTTP is to find where a request
// ends. It is measured beside the frameworks, and no target.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/panjf2000/gnet/v2"
	"github.com/panjf2000/gnet/v2/pkg/logging"
)

var headEnd = []byte("\r\n\r\n")

type responder struct {
	gnet.BuiltinEventEngine
	url    string
	answer atomic.Pointer[[]byte]
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("gnet-bench: ")
	port := flag.Int("port", 8080, "`port` of 127.0.0.1 to listen on")
	flag.Parse()
	at := fmt.Sprintf("127.0.0.1:%d", *port)
	err := gnet.Run(&responder{url: "http://" + at}, "tcp4://"+at,
		gnet.WithNumEventLoop(1), gnet.WithTicker(true), gnet.WithLogLevel(logging.ErrorLevel))
	if err != nil {
		log.Fatal(err)
	}
}

func (r *responder) OnBoot(gnet.Engine) gnet.Action {
	r.render()
	fmt.Printf("{\"event\":\"ready\",\"url\":%q,\"framework\":\"gnet\"}\n", r.url)
	return gnet.None
}

// render makes the answer anew for its date, which the frameworks send too.
func (r *responder) render() {
	answer := fmt.Appendf(nil, "HTTP/1.1 200 OK\r\nDate: %s\r\nContent-Type: text/plain\r\nContent-Length: 16\r\n\r\nhello, millions!",
		time.Now().UTC().Format(http.TimeFormat))
	r.answer.Store(&answer)
}

// OnTick runs beside the event loop.
func (r *responder) OnTick() (time.Duration, gnet.Action) {
	r.render()
	return time.Second, gnet.None
}

func (r *responder) OnTraffic(c gnet.Conn) gnet.Action {
	arrived, err := c.Peek(-1)
	if err != nil {
		return gnet.Close
	}
	requests, whole := 0, 0
	for {
		at := bytes.Index(arrived[whole:], headEnd)
		if at < 0 {
			break
		}
		requests++
		whole += at + len(headEnd)
	}
	if requests == 0 {
		// Discarding nothing would mean everything to gnet.
		return gnet.None
	}
	if _, err := c.Discard(whole); err != nil {
		return gnet.Close
	}
	answers := *r.answer.Load()
	if requests > 1 {
		answers = bytes.Repeat(answers, requests)
	}
	if _, err := c.Write(answers); err != nil {
		return gnet.Close
	}
	return gnet.None
}
