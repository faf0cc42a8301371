package h2

import (
	"encoding/binary"
	"errors"
)

// Events are what a server says. An error of a method ends the reading and is that of Feed.
type Events interface {
	// Settled tells of a server's settings: those of the reader are new. By is how much wider the window of every stream became.
	Settled(by int64) error
	// Head is of a response, an interim one or trailers; ended says that nothing more follows. It is valid for the call.
	Head(stream uint32, head *Head, ended bool) error
	// Data is a part of a body; size is what it took of the windows.
	Data(stream uint32, data []byte, size int, ended bool) error
	// Reset is a stream that the server gave up.
	Reset(stream, code uint32) error
	// GoAway says that streams beyond the last were not looked at, and that no more will be.
	GoAway(last, code uint32) error
	// Widened lets so many bytes more be sent on a stream, or on the connection, which is 0.
	Widened(stream uint32, by int64) error
}

// Reader reads one connection. What it has to answer by itself it appends to Answers.
type Reader struct {
	// Streams, Window and Frame are what the server allows: streams at a time, bytes of a new one, and bytes of a frame.
	Streams uint32
	// StreamsMost is the most that Streams ever was by the server's own settings; 0 before they came.
	StreamsMost uint32
	Window      int64
	Frame       int
	// Greeted says that the server has sent its settings.
	Greeted bool
	// Answers are frames to be sent.
	Answers []byte

	stage         stage
	partial       []byte // of a frame's head or payload
	kind, flags   byte
	length        int
	stream        uint32
	padding       int // of DATA, at its end
	block         []byte
	blockStream   uint32 // 0: no block is open
	blockEnds     bool   // the stream ends with it
	continuations int
	heads         *heads
}

type stage uint8

const (
	inFrameHead stage = iota
	inPayload
	inPadLength
	inData
)

// What ends a connection.
var (
	ErrNotHTTP2 = errors.New("what answers does not speak HTTP/2")
	errFrame    = errors.New("a frame breaks the rules of HTTP/2")
	errSize     = errors.New("a frame is longer than was allowed")
	errWindow   = errors.New("a window is wider than HTTP/2 allows")
)

// NewReader reads what comes before any settings, too.
func NewReader() *Reader {
	return &Reader{Streams: streamsUnstated, Window: windowAtFirst, Frame: frameMost, heads: newHeads()}
}

// Feed reads all of it.
func (r *Reader) Feed(data []byte, to Events) error {
	for len(data) > 0 {
		var n int
		var err error
		switch r.stage {
		case inFrameHead:
			n, err = r.takeHead(data)
			if err == nil && r.stage == inPayload && r.length == 0 {
				err = r.finish(nil, to)
			} else if err == nil && r.stage == inData && r.length == 0 {
				err = r.takeEmpty(to)
			}
		case inPayload:
			n, err = r.takePayload(data, to)
		case inPadLength:
			n, err = 1, r.takePadLength(data[0], to)
		default:
			n, err = r.takeData(data, to)
		}
		if err != nil {
			return err
		}
		data = data[n:]
	}
	return nil
}

func (r *Reader) takeHead(data []byte) (n int, err error) {
	head := data
	if len(r.partial) > 0 || len(data) < headSize {
		n = min(len(data), headSize-len(r.partial))
		r.partial = append(r.partial, data[:n]...)
		if head = r.partial; len(head) < headSize {
			return n, nil
		}
	} else {
		n = headSize
	}
	r.length, r.kind, r.flags = int(head[0])<<16|int(head[1])<<8|int(head[2]), head[3], head[4]
	r.stream = binary.BigEndian.Uint32(head[5:]) & windowMost
	r.partial = r.partial[:0]
	switch {
	case !r.Greeted && (r.kind != frameSettings || r.flags&flagEnd != 0 || r.stream != 0 || r.length > frameMost):
		return n, ErrNotHTTP2
	case r.length > frameMost:
		return n, errSize
	case r.blockStream != 0 && (r.kind != frameContinuation || r.stream != r.blockStream), r.blockStream == 0 && r.kind == frameContinuation:
		return n, errFrame
	}
	r.stage, r.padding = inPayload, 0
	if r.kind == frameData {
		if r.stream == 0 {
			return n, errFrame
		}
		if r.stage = inData; r.flags&flagPadded != 0 {
			if r.stage = inPadLength; r.length == 0 {
				return n, errFrame
			}
		}
	}
	return n, nil
}

// takePayload waits for all of a payload, which is no body's.
func (r *Reader) takePayload(data []byte, to Events) (n int, err error) {
	n = min(len(data), r.length-len(r.partial))
	payload := data[:n]
	if len(r.partial) > 0 || n < r.length {
		r.partial = append(r.partial, payload...)
		if payload = r.partial; len(payload) < r.length {
			return n, nil
		}
	}
	err = r.finish(payload, to)
	r.partial = r.partial[:0]
	return n, err
}

func (r *Reader) takePadLength(length byte, to Events) error {
	r.length--
	if r.padding = int(length); r.padding > r.length {
		return errFrame
	}
	r.stage = inData
	if r.length == r.padding {
		return r.takeEmpty(to)
	}
	return to.Data(r.stream, nil, 1, false)
}

// takeEmpty is a frame without a part of a body, though perhaps with padding that is yet to come.
func (r *Reader) takeEmpty(to Events) error {
	size := 0
	if r.flags&flagPadded != 0 {
		size = 1
	}
	if r.length == 0 {
		r.stage = inFrameHead
		return to.Data(r.stream, nil, size, r.flags&flagEnd != 0)
	}
	return to.Data(r.stream, nil, size, false)
}

func (r *Reader) takeData(data []byte, to Events) (n int, err error) {
	n = min(len(data), r.length)
	body := data[:min(n, r.length-r.padding)]
	if r.length -= n; r.padding > r.length {
		r.padding = r.length
	}
	ended := false
	if r.length == 0 {
		r.stage, ended = inFrameHead, r.flags&flagEnd != 0
	}
	return n, to.Data(r.stream, body, n, ended)
}

// finish reads a frame that is complete.
func (r *Reader) finish(payload []byte, to Events) error {
	r.stage = inFrameHead
	switch r.kind {
	case frameHeaders:
		return r.headers(payload, to)
	case frameContinuation:
		if r.continuations++; r.continuations > continuationsMost {
			return errHeadSize
		}
		return r.addBlock(payload, to)
	case frameSettings:
		return r.settings(payload, to)
	case framePing:
		if len(payload) != 8 || r.stream != 0 {
			return errFrame
		}
		if r.flags&flagEnd == 0 {
			r.Answers = appendPingAck(r.Answers, payload)
		}
	case frameReset:
		if len(payload) != 4 || r.stream == 0 {
			return errFrame
		}
		return to.Reset(r.stream, binary.BigEndian.Uint32(payload))
	case frameGoAway:
		if len(payload) < 8 || r.stream != 0 {
			return errFrame
		}
		return to.GoAway(binary.BigEndian.Uint32(payload)&windowMost, binary.BigEndian.Uint32(payload[4:]))
	case frameWindow:
		if len(payload) != 4 {
			return errFrame
		}
		by := binary.BigEndian.Uint32(payload) & windowMost
		if by == 0 {
			return errFrame
		}
		return to.Widened(r.stream, int64(by))
	case framePushPromise:
		return errFrame // It was switched off.
	case framePriority:
		if len(payload) != weightSize || r.stream == 0 {
			return errFrame
		}
	}
	return nil // Frames of another kind mean nothing.
}

func (r *Reader) headers(payload []byte, to Events) error {
	if r.stream == 0 {
		return errFrame
	}
	padding := 0
	if r.flags&flagPadded != 0 {
		if len(payload) == 0 {
			return errFrame
		}
		padding, payload = int(payload[0]), payload[1:]
	}
	if r.flags&flagWeight != 0 {
		if len(payload) < weightSize {
			return errFrame
		}
		payload = payload[weightSize:]
	}
	if padding > len(payload) {
		return errFrame
	}
	payload = payload[:len(payload)-padding]
	r.blockEnds = r.flags&flagEnd != 0
	if r.flags&flagHeadEnd != 0 {
		return r.decode(r.stream, payload, to)
	}
	r.blockStream, r.continuations = r.stream, 0
	r.block = append(r.block[:0], payload...)
	return nil
}

func (r *Reader) addBlock(payload []byte, to Events) error {
	if len(r.block)+len(payload) > HeadMost {
		return errHeadSize
	}
	r.block = append(r.block, payload...)
	if r.flags&flagHeadEnd == 0 {
		return nil
	}
	stream := r.blockStream
	r.blockStream = 0
	return r.decode(stream, r.block, to)
}

func (r *Reader) decode(stream uint32, block []byte, to Events) error {
	head, err := r.heads.decode(block)
	if err != nil {
		return err
	}
	return to.Head(stream, head, r.blockEnds)
}

func (r *Reader) settings(payload []byte, to Events) error {
	if r.stream != 0 || r.flags&flagEnd != 0 && len(payload) != 0 || len(payload)%6 != 0 {
		return errFrame
	}
	if r.flags&flagEnd != 0 {
		return nil
	}
	before := r.Window
	for ; len(payload) > 0; payload = payload[6:] {
		value := binary.BigEndian.Uint32(payload[2:])
		switch binary.BigEndian.Uint16(payload) {
		case settingStreams:
			r.Streams = value
		case settingWindow:
			if value > windowMost {
				return errWindow
			}
			r.Window = int64(value)
		case settingFrame:
			if value < frameMost || value > 1<<24-1 {
				return errFrame
			}
			r.Frame = int(value)
		}
	}
	r.Greeted, r.StreamsMost = true, max(r.StreamsMost, r.Streams)
	r.Answers = appendSettingsAck(r.Answers)
	return to.Settled(r.Window - before)
}

// Widen adds to a window that was given.
func Widen(window *int64, by int64) error {
	if *window += by; *window > windowMost {
		return errWindow
	}
	return nil
}
