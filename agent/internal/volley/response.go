package volley

import (
	"bytes"
	"errors"
)

// Responses that cannot be read. A request that gets one fails as malformed.
var (
	errNotHTTP  = errors.New("it is no HTTP/1 response")
	errHeader   = errors.New("a header cannot be read")
	errHeadSize = errors.New("its head is longer than 64 KiB")
	errChunk    = errors.New("a chunk cannot be read")
)

// headMax bounds what a server can make a connection keep.
const headMax = 64 << 10

// keptMost bounds what of a body is kept to be looked into, in bytes.
const keptMost = 64 << 20

// stage is where in a response the next byte belongs.
type stage uint8

const (
	inHead stage = iota
	inBody
	inChunkSize
	inChunk
	afterChunk
	inTrailer
	untilClose
)

// head is what the head of a response says, as far as it matters for reading on.
type head struct {
	status   int
	length   int64 // of the body; -1 where the head does not say
	chunked  bool
	closes   bool // the server ends the connection after this response
	gzip     bool
	encoded  bool // in any other way
	bodiless bool
}

// response reads one response after the other from whatever pieces they come in. It makes no system call and, once its buffers have grown,
// no allocation. The zero value is ready.
type response struct {
	head
	stage     stage
	remaining int64  // of the body, or of its chunk
	bodyBytes int64  // that came so far
	keep      bool   // collect the body
	body      []byte // collected; valid until the next response begins
	unkept    bool   // it was too long to be kept
	carry     []byte // of a head or line that is not complete yet
	begun     bool   // at least one byte came
	watches   bool   // collect cookies
	cookies   []byte // that the response sets, a line each
	headOnly  bool   // the answer to HEAD: no body follows, whatever the head says of one
}

// memory is the last head that was read and what it said. Servers repeat themselves, but for the date: equal bytes need no second reading.
type memory struct {
	raw  []byte
	said head
}

// feed reads up to the end of one response. It returns how many bytes it took, and whether the response is complete; all bytes were taken
// when it is not.
func (r *response) feed(data []byte, last *memory) (taken int, complete bool, err error) {
	if r.stage == inHead && !r.begun {
		r.bodyBytes, r.body, r.unkept, r.cookies = 0, r.body[:0], false, r.cookies[:0]
	}
	for taken < len(data) {
		r.begun = true
		var n int
		switch r.stage {
		case inHead:
			n, complete, err = r.takeHead(data[taken:], last)
		case inBody, inChunk:
			n, complete = r.takeBody(data[taken:])
		case untilClose:
			n = len(data) - taken
			r.collect(data[taken:])
		default:
			n, complete, err = r.takeLine(data[taken:])
		}
		taken += n
		if err != nil {
			return taken, false, err
		}
		if complete {
			r.stage, r.begun = inHead, false
			return taken, true, nil
		}
	}
	return taken, false, nil
}

// finish is the end of the connection: whether that completes the response.
func (r *response) finish() bool {
	if r.stage != untilClose {
		return false
	}
	r.stage, r.begun = inHead, false
	return true
}

// discardable is how many bytes of the body are still to come, if no check needs them; else 0.
func (r *response) discardable() int64 {
	if r.stage == inBody && !r.keep {
		return r.remaining
	}
	return 0
}

// discard takes bytes of the body that were never copied from the kernel; at most what discardable said.
func (r *response) discard(n int64) (complete bool) {
	r.remaining -= n
	r.bodyBytes += n
	if r.remaining > 0 {
		return false
	}
	r.stage, r.begun = inHead, false
	return true
}

func (r *response) takeHead(data []byte, last *memory) (n int, complete bool, err error) {
	if known := len(last.raw); known > 0 && !r.watches && len(r.carry) == 0 && len(data) >= known && bytes.Equal(data[:known], last.raw) {
		r.head = last.said
		return known, r.beginBody(), nil
	}
	text := data
	if len(r.carry) > 0 {
		if len(r.carry)+len(data) > headMax {
			data = data[:headMax-len(r.carry)]
		}
		r.carry = append(r.carry, data...)
		text = r.carry
	}
	end := headEnd(text)
	if end < 0 {
		if len(text) >= headMax {
			return 0, false, errHeadSize
		}
		if len(r.carry) == 0 {
			r.carry = append(r.carry, data...)
		}
		return len(data), false, plausible(text)
	}
	n = end - (len(text) - len(data))
	if err = r.read(text[:end]); err != nil {
		return n, false, err
	}
	if r.watches {
		r.collectCookies(text[:end])
	} else {
		last.raw, last.said = append(last.raw[:0], text[:end]...), r.head
	}
	r.carry = r.carry[:0]
	if r.status < 200 { // An interim response: the one that counts follows.
		return n, false, nil
	}
	return n, r.beginBody(), nil
}

// beginBody says whether the response is complete already.
func (r *response) beginBody() bool {
	switch {
	case r.status < 200:
		return false
	case r.bodiless || r.headOnly:
		return true
	case r.chunked:
		r.stage = inChunkSize
	case r.length < 0:
		r.stage, r.closes = untilClose, true
	case r.length == 0:
		return true
	default:
		r.stage, r.remaining = inBody, r.length
	}
	return false
}

func (r *response) takeBody(data []byte) (n int, complete bool) {
	n = int(min(r.remaining, int64(len(data))))
	r.collect(data[:n])
	r.remaining -= int64(n)
	if r.remaining > 0 {
		return n, false
	}
	if r.stage == inChunk {
		r.stage = afterChunk
		return n, false
	}
	return n, true
}

func (r *response) collect(data []byte) {
	r.bodyBytes += int64(len(data))
	switch {
	case !r.keep || r.unkept:
	case len(r.body)+len(data) > keptMost:
		r.body, r.unkept = nil, true
	default:
		r.body = append(r.body, data...)
	}
}
