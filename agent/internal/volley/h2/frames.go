// Package h2 reads and writes what an HTTP/2 client does (RFC 9113), from and to memory. It knows no socket, and keeps no streams.
package h2

import "encoding/binary"

const (
	frameData         = 0
	frameHeaders      = 1
	framePriority     = 2
	frameReset        = 3
	frameSettings     = 4
	framePushPromise  = 5
	framePing         = 6
	frameGoAway       = 7
	frameWindow       = 8
	frameContinuation = 9
)

const (
	flagEnd     = 0x1 // of a stream; of SETTINGS and PING: an acknowledgement
	flagHeadEnd = 0x4
	flagPadded  = 0x8
	flagWeight  = 0x20
)

const (
	settingPush       = 2
	settingStreams    = 3
	settingWindow     = 4
	settingFrame      = 5
	settingHeadList   = 6
	headSize          = 9
	frameMost         = 16 << 10 // that a server may send, as no more was allowed
	windowMost        = 1<<31 - 1
	windowAtFirst     = 65_535
	streamsUnstated   = 1<<32 - 1
	weightSize        = 5
	continuationsMost = 256
)

// Codes of errors, in RST_STREAM and GOAWAY.
const (
	NoError       = 0
	ProtocolError = 1
	Cancel        = 8
)

// What this client lets a server have under way. Whoever reads gives back what was read.
const (
	StreamWindow     = 16 << 20
	ConnectionWindow = 1 << 30
	// HeadMost bounds the head of a response, before and after its decompression.
	HeadMost = 64 << 10
)

func appendHead(to []byte, length int, kind, flags byte, stream uint32) []byte {
	to = append(to, byte(length>>16), byte(length>>8), byte(length), kind, flags)
	return binary.BigEndian.AppendUint32(to, stream)
}

// AppendPreface is what a client says first: no pushes, and wide windows.
func AppendPreface(to []byte) []byte {
	to = append(to, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"...)
	settings := []struct{ id, value uint32 }{{settingPush, 0}, {settingWindow, StreamWindow}, {settingHeadList, HeadMost}}
	to = appendHead(to, 6*len(settings), frameSettings, 0, 0)
	for _, s := range settings {
		to = binary.BigEndian.AppendUint16(to, uint16(s.id))
		to = binary.BigEndian.AppendUint32(to, s.value)
	}
	return AppendWindow(to, 0, ConnectionWindow-windowAtFirst)
}

// AppendHeaders begins a stream. A block that is longer than a frame goes on in CONTINUATION frames.
func AppendHeaders(to []byte, stream uint32, block []byte, end bool) []byte {
	kind, flags := byte(frameHeaders), byte(0)
	if end {
		flags = flagEnd
	}
	for len(block) > frameMost {
		to = append(appendHead(to, frameMost, kind, flags, stream), block[:frameMost]...)
		block, kind, flags = block[frameMost:], frameContinuation, 0
	}
	return append(appendHead(to, len(block), kind, flags|flagHeadEnd, stream), block...)
}

// AppendData sends a part of a body, which is at most what the server lets a frame be.
func AppendData(to []byte, stream uint32, data []byte, end bool) []byte {
	flags := byte(0)
	if end {
		flags = flagEnd
	}
	return append(appendHead(to, len(data), frameData, flags, stream), data...)
}

// AppendWindow lets the server send so many bytes more; stream 0 is the connection.
func AppendWindow(to []byte, stream, by uint32) []byte {
	return binary.BigEndian.AppendUint32(appendHead(to, 4, frameWindow, 0, stream), by)
}

// AppendReset gives a stream up.
func AppendReset(to []byte, stream, code uint32) []byte {
	return binary.BigEndian.AppendUint32(appendHead(to, 4, frameReset, 0, stream), code)
}

// AppendGoAway says why the connection ends. No stream of the server's was ever begun.
func AppendGoAway(to []byte, code uint32) []byte {
	to = binary.BigEndian.AppendUint32(appendHead(to, 8, frameGoAway, 0, 0), 0)
	return binary.BigEndian.AppendUint32(to, code)
}

func appendSettingsAck(to []byte) []byte { return appendHead(to, 0, frameSettings, flagEnd, 0) }

// AppendPing asks for an answer, whatever the streams do.
func AppendPing(to []byte) []byte { return append(appendHead(to, 8, framePing, 0, 0), "volley: "...) }

func appendPingAck(to, payload []byte) []byte {
	return append(appendHead(to, len(payload), framePing, flagEnd, 0), payload...)
}
