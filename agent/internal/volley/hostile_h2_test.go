package volley

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// frameServer speaks HTTP/2 by hand, without TLS, as badly as a test wants: `answer` is called for each request, by its stream.
func frameServer(t *testing.T, settings []http2.Setting, answer func(*framed, uint32) bool) (Options, *atomic.Int64) {
	t.Helper()
	var requests atomic.Int64
	address := serveRaw(t, func(socket net.Conn) {
		if _, err := io.ReadFull(socket, make([]byte, len(http2.ClientPreface))); err != nil {
			return
		}
		f := &framed{Framer: http2.NewFramer(socket, socket), socket: socket}
		f.AllowIllegalWrites = true
		if f.WriteSettings(settings...) != nil {
			return
		}
		for {
			frame, err := f.ReadFrame()
			if err != nil {
				return
			}
			if h, isHead := frame.(*http2.HeadersFrame); isHead {
				requests.Add(1)
				if !answer(f, h.StreamID) {
					return
				}
			}
		}
	})
	u, err := url.Parse("http://" + address + "/")
	if err != nil {
		t.Fatal(err)
	}
	return Options{URL: u, Connections: 2, Pipelining: 5, Loops: 1, Protocol: HTTP2, Duration: 300 * time.Millisecond, Timeout: 5 * time.Second}, &requests
}

type framed struct {
	*http2.Framer
	socket net.Conn
	seen   int // requests that the test's function counted on this connection
}

func (f *framed) write(err error) bool { return err == nil }

// head is a response's, with whatever else.
func (f *framed) head(stream uint32, ended bool, pairs ...string) bool {
	return f.write(f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: block(pairs...), EndHeaders: true, EndStream: ended}))
}

func block(pairs ...string) []byte {
	var out strings.Builder
	e := hpack.NewEncoder(&out)
	e.SetMaxDynamicTableSizeLimit(0)
	for i := 0; i < len(pairs); i += 2 {
		_ = e.WriteField(hpack.HeaderField{Name: pairs[i], Value: pairs[i+1]})
	}
	return []byte(out.String())
}

func fine(f *framed, stream uint32) bool { return f.head(stream, true, ":status", "204") }

func TestServersThatBreakTheRulesFailRequestsAndNothingElse(t *testing.T) {
	for name, c := range map[string]struct {
		kind   string
		answer func(*framed, uint32) bool
	}{
		"no head":             {"malformed", func(f *framed, s uint32) bool { return f.write(f.WriteData(s, true, []byte("x"))) }},
		"no status":           {"malformed", func(f *framed, s uint32) bool { return f.head(s, true, "a", "b") }},
		"a status of letters": {"malformed", func(f *framed, s uint32) bool { return f.head(s, true, ":status", "abc") }},
		"two lengths": {"malformed", func(f *framed, s uint32) bool {
			return f.head(s, true, ":status", "200", "content-length", "1", "content-length", "2")
		}},
		"a body that is short": {"malformed", func(f *framed, s uint32) bool {
			return f.head(s, false, ":status", "200", "content-length", "5") && f.write(f.WriteData(s, true, []byte("x")))
		}},
		"a body that is long": {"malformed", func(f *framed, s uint32) bool {
			return f.head(s, false, ":status", "200", "content-length", "1") && f.write(f.WriteData(s, true, []byte("xyz")))
		}},
		"a stream never begun": {"malformed", func(f *framed, s uint32) bool { return f.head(s+1000, true, ":status", "200") }},
		"a stream of its own":  {"malformed", func(f *framed, s uint32) bool { return f.head(s+1, true, ":status", "200") }},
		"a push": {"malformed", func(f *framed, s uint32) bool {
			return f.write(f.WritePushPromise(http2.PushPromiseParam{StreamID: s, PromiseID: 2, BlockFragment: block(":method", "GET"), EndHeaders: true}))
		}},
		"a frame too long": {"malformed", func(f *framed, s uint32) bool {
			return f.write(f.WriteRawFrame(http2.FrameHeaders, 4, s, make([]byte, 17<<10)))
		}},
		"a window of nothing": {"malformed", func(f *framed, s uint32) bool {
			return f.write(f.WriteRawFrame(http2.FrameWindowUpdate, 0, s, make([]byte, 4)))
		}},
		"a window too wide": {"malformed", func(f *framed, s uint32) bool {
			return f.write(f.WriteRawFrame(http2.FrameWindowUpdate, 0, 0, []byte{0x7f, 0xff, 0xff, 0xff}))
		}},
		"padding beyond the end": {"malformed", func(f *framed, s uint32) bool { return f.write(f.WriteRawFrame(http2.FrameData, 8, s, []byte{9, 1})) }},
		"no more of a head": {"malformed", func(f *framed, s uint32) bool {
			return f.write(f.WriteRawFrame(http2.FrameHeaders, 0, s, nil)) && f.write(f.WritePing(false, [8]byte{}))
		}},
		"a head that never ends":  {"malformed", func(f *framed, s uint32) bool { return endless(f, s, nil) }},
		"a head that is too long": {"malformed", func(f *framed, s uint32) bool { return endless(f, s, make([]byte, 16<<10)) }},
		"a head that grows": {"malformed", func(f *framed, s uint32) bool {
			// One entry of 4 KB in the table, and then references to it.
			bomb := append([]byte{0x40, 1, 'a', 0x7f, 0x81, 0x1e}, make([]byte, 4000)...)
			return f.write(f.WriteHeaders(http2.HeadersFrameParam{StreamID: s, BlockFragment: append(bomb, []byte(strings.Repeat("\xbe", 8000))...), EndHeaders: true}))
		}},
		"references to nothing": {"malformed", func(f *framed, s uint32) bool {
			return f.write(f.WriteHeaders(http2.HeadersFrameParam{StreamID: s, BlockFragment: []byte{0xfe}, EndHeaders: true}))
		}},
		"a stream that is reset": {"reset", func(f *framed, s uint32) bool { return f.write(f.WriteRSTStream(s, http2.ErrCodeRefusedStream)) }},
		"the end":                {"reset", func(*framed, uint32) bool { return false }},
	} {
		t.Run(name, func(t *testing.T) {
			o, _ := frameServer(t, nil, c.answer)
			r := measure(t, o)
			want := map[string]int64{"malformed": r.Failed.Malformed, "reset": r.Failed.Reset}[c.kind]
			if want == 0 || r.Succeeded != 0 || r.Failed.Non2xx+r.Failed.Mismatch+r.Failed.Timeout != 0 {
				t.Errorf("%d succeeded, %+v", r.Succeeded, r.Failed)
			}
		})
	}
}

func endless(f *framed, stream uint32, piece []byte) bool {
	ok := f.write(f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: block(":status", "200")}))
	for range 100_000 {
		if ok = ok && f.write(f.WriteContinuation(stream, false, piece)); !ok {
			return false
		}
	}
	return ok
}

func TestWhatHTTP2AllowsIsRead(t *testing.T) {
	for name, answer := range map[string]func(*framed, uint32) bool{
		"an interim response": func(f *framed, s uint32) bool { return f.head(s, false, ":status", "103") && fine(f, s) },
		"trailers": func(f *framed, s uint32) bool {
			return f.head(s, false, ":status", "200") && f.write(f.WriteData(s, false, []byte("x"))) && f.head(s, true, "grpc-status", "0")
		},
		"padding": func(f *framed, s uint32) bool {
			return f.head(s, false, ":status", "200", "content-length", "3") && f.write(f.WriteDataPadded(s, false, []byte("ab"), make([]byte, 200))) &&
				f.write(f.WriteDataPadded(s, false, nil, make([]byte, 9))) && f.write(f.WriteDataPadded(s, true, []byte("c"), make([]byte, 9)))
		},
		"a head in pieces": func(f *framed, s uint32) bool {
			b := block(":status", "200", "x", strings.Repeat("y", 1000))
			return f.write(f.WriteHeaders(http2.HeadersFrameParam{StreamID: s, BlockFragment: b[:1], EndStream: true})) &&
				f.write(f.WriteContinuation(s, false, b[1:9])) && f.write(f.WriteContinuation(s, true, b[9:]))
		},
		"a weight and padding": func(f *framed, s uint32) bool {
			return f.write(f.WriteHeaders(http2.HeadersFrameParam{StreamID: s, BlockFragment: block(":status", "200"), EndStream: true, EndHeaders: true, PadLength: 7,
				Priority: http2.PriorityParam{Weight: 3}}))
		},
		"unknown frames, pings and settings": func(f *framed, s uint32) bool {
			return f.write(f.WriteRawFrame(0x77, 0xff, s, []byte("what?"))) && f.write(f.WritePing(false, [8]byte{1})) &&
				f.write(f.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: 10}, http2.Setting{ID: 0x99, Val: 1})) && fine(f, s)
		},
		"one byte at a time": func(f *framed, s uint32) bool {
			text := binary.BigEndian.AppendUint32([]byte{0, 0, 1, 1, 5}, s)
			for _, b := range append(text, 0x89) { // :status 204
				if _, err := f.socket.Write([]byte{b}); err != nil {
					return false
				}
				time.Sleep(100 * time.Microsecond)
			}
			return true
		},
		"a window of one byte": func(f *framed, s uint32) bool { return f.write(f.WriteWindowUpdate(s, 1)) && fine(f, s) },
	} {
		t.Run(name, func(t *testing.T) {
			o, seen := frameServer(t, []http2.Setting{{ID: http2.SettingHeaderTableSize, Val: 0}}, answer)
			r := measure(t, o)
			if r.Failed.Total != 0 || r.Succeeded == 0 || r.Sent != seen.Load() {
				t.Errorf("%d succeeded, %+v, the server counted %d of %d", r.Succeeded, r.Failed, seen.Load(), r.Sent)
			}
		})
	}
}

// A server that goes away says which requests it has not looked at: they were not sent, whoever counts.
func TestWhatAServerDidNotLookAtWasNotSent(t *testing.T) {
	for _, rate := range []float64{0, 1000} {
		var looked atomic.Int64
		o, _ := frameServer(t, nil, func(f *framed, s uint32) bool {
			if s > 41 {
				return true // It was told.
			}
			looked.Add(1)
			return (s != 41 || f.write(f.WriteGoAway(41, http2.ErrCodeNo, nil))) && fine(f, s)
		})
		o.Rate = rate
		r := measure(t, o)
		if r.Failed.Total != 0 || r.Succeeded < 40 || looked.Load() != r.Sent {
			t.Errorf("%d succeeded, %+v, the server looked at %d of %d", r.Succeeded, r.Failed, looked.Load(), r.Sent)
		}
		if rate == 0 && r.Streams.TakenBack == 0 {
			t.Errorf("nothing was taken back: %+v", r.Streams)
		}
		if rate > 0 && r.Sent+r.Unsent != 300 {
			t.Errorf("%d sent and %d unsent of 300 due", r.Sent, r.Unsent)
		}
	}
}

// What is taken back is due before everything else: it may not keep the loop from going on, however far the next request is.
func TestRequestsTakenBackAreSentAgainByAnOpenLoop(t *testing.T) {
	var looked atomic.Int64
	o, _ := frameServer(t, nil, func(f *framed, s uint32) bool {
		switch f.seen++; {
		case f.seen > 5:
			return true // It was told.
		case f.seen == 5:
			time.Sleep(2 * lateAfter)
			return f.write(f.WriteGoAway(s-2, http2.ErrCodeNo, nil))
		}
		looked.Add(1)
		return fine(f, s)
	})
	o.Rate, o.Arrivals = 1000, Poisson
	due := int64(len(times(rates{from: o.Rate, to: o.Rate}, Poisson, 1, o.Duration)))
	o.Seed = 7 // that of times
	reports := make(chan *Report, 1)
	go func() { reports <- measure(t, o) }()
	select {
	case r := <-reports:
		if r.Failed.Total != 0 || looked.Load() != r.Sent || r.Sent+r.Unsent != due || r.Streams.TakenBack < 10 {
			t.Errorf("%d due; the server looked at %d: %+v, %+v", due, looked.Load(), r, r.Streams)
		}
		if r.SentLate == 0 || r.SentLate > r.Sent {
			t.Errorf("%d of %d sent late", r.SentLate, r.Sent)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("it never ended")
	}
}

func TestARequestCountsAsLateOnceHoweverOftenItIsTakenBack(t *testing.T) {
	l := &loop{plan: &plan{}, schedule: newSchedule(rates{from: 1, to: 1}, Constant, 0, 1, 0)}
	for sends := range 3 {
		l.now += 2 * lateAfter
		p := pending{due: l.nextDue(), sent: l.now}
		if p.due != 0 || l.sentLate != 1 {
			t.Errorf("%d sends: %d late, due at %s", sends+1, l.sentLate, p.due)
		}
		if l.takeBack(p); l.sentLate != 0 {
			t.Errorf("%d late that were not sent", l.sentLate)
		}
	}
}

func TestAConnectionThatFellSilentIsGivenUp(t *testing.T) {
	o, _ := frameServer(t, nil, func(f *framed, s uint32) bool {
		f.seen++
		return f.seen > 10 || fine(f, s)
	})
	o.Timeout, o.Duration = 50*time.Millisecond, 500*time.Millisecond
	if r := measure(t, o); r.Succeeded <= 20 || r.Failed.only("timeout", 5) != nil {
		t.Errorf("%d succeeded, of 10 on each connection: %+v", r.Succeeded, r.Failed)
	}
}

func TestStreamsAreThoseThatAServerAllowsInTheEnd(t *testing.T) {
	address := serveRaw(t, func(socket net.Conn) {
		if _, err := io.ReadFull(socket, make([]byte, len(http2.ClientPreface))); err != nil {
			return
		}
		f := &framed{Framer: http2.NewFramer(socket, socket), socket: socket}
		_ = f.WriteSettings(http2.Setting{ID: http2.SettingMaxConcurrentStreams, Val: 0})
		time.Sleep(20 * time.Millisecond)
		_ = f.WriteSettings(http2.Setting{ID: http2.SettingMaxConcurrentStreams, Val: 100})
		for {
			frame, err := f.ReadFrame()
			if err != nil {
				return
			}
			if h, isHead := frame.(*http2.HeadersFrame); isHead && !fine(f, h.StreamID) {
				return
			}
		}
	})
	o := Options{URL: &url.URL{Scheme: "http", Host: address, Path: "/"}, Connections: 2, Pipelining: 5, Loops: 1, Protocol: HTTP2,
		Duration: 300 * time.Millisecond, Timeout: 5 * time.Second}
	if r := measure(t, o); r.Succeeded == 0 || r.Streams.PerConnection != 5 || *r.Streams.Allowed != 100 {
		t.Errorf("%d succeeded, by %d streams", r.Succeeded, r.Streams.PerConnection)
	}
}

func TestStreamsThatDifferByConnectionAreToldByBothEnds(t *testing.T) {
	var accepted atomic.Int64
	address := serveRaw(t, func(socket net.Conn) {
		if _, err := io.ReadFull(socket, make([]byte, len(http2.ClientPreface))); err != nil {
			return
		}
		f := &framed{Framer: http2.NewFramer(socket, socket), socket: socket}
		_ = f.WriteSettings(http2.Setting{ID: http2.SettingMaxConcurrentStreams, Val: uint32(2 + 5*(accepted.Add(1)%2))})
		for {
			frame, err := f.ReadFrame()
			if err != nil {
				return
			}
			if h, isHead := frame.(*http2.HeadersFrame); isHead && !fine(f, h.StreamID) {
				return
			}
		}
	})
	o := Options{URL: &url.URL{Scheme: "http", Host: address, Path: "/"}, Connections: 2, Pipelining: 10, Loops: 1, Protocol: HTTP2,
		Duration: 300 * time.Millisecond, Timeout: 5 * time.Second}
	if r := measure(t, o); r.Succeeded == 0 || r.Streams.PerConnection != 2 || r.Streams.MostPerConnection != 7 {
		t.Errorf("%d succeeded, by %+v", r.Succeeded, r.Streams)
	}
}

func TestAServerThatFloodsAndNeverReadsCostsLittle(t *testing.T) {
	address := serveRaw(t, func(socket net.Conn) {
		f := http2.NewFramer(socket, nil)
		_ = f.WriteSettings()
		for f.WritePing(false, [8]byte{}) == nil {
		}
	})
	u, err := url.Parse("http://" + address + "/")
	if err != nil {
		t.Fatal(err)
	}
	o := Options{URL: u, Connections: 1, Pipelining: 5, Loops: 1, Protocol: HTTP2, Duration: time.Second, Timeout: 5 * time.Second}
	r, err := Run(context.Background(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Succeeded != 0 || r.Sent != r.Failed.Total+r.InFlight {
		t.Errorf("%+v", r)
	}
}
