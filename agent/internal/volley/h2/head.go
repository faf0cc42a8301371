package h2

import (
	"bytes"
	"errors"
	"strconv"
)

// Head is what the head of a response says, as far as it matters for reading on.
type Head struct {
	Status  int
	Length  int64 // of the body; -1 where the head does not say
	Gzip    bool
	Encoded bool   // in any other way
	Cookies []byte // Set-Cookie, a line each; valid until the next head
}

var (
	errHead     = errors.New("the head of a response cannot be read")
	errHeadSize = errors.New("the head of a response is longer than 64 KiB")
)

// heads decodes the blocks of one connection, in their order (RFC 7541).
type heads struct {
	table       table
	head        Head
	size        int
	name, value []byte
	// last was made of indexed fields alone and changed no table, and said what lastHead says: equal bytes need no second decoding until one
	// comes that does change it.
	last     []byte
	lastHead Head
}

func newHeads() *heads { return &heads{table: newTable()} }

func (h *heads) decode(block []byte) (*Head, error) {
	if len(h.last) > 0 && bytes.Equal(block, h.last) {
		return &h.lastHead, nil
	}
	h.head, h.size = Head{Length: -1, Cookies: h.head.Cookies[:0]}, 0
	h.last = h.last[:0]
	repeats := indexed(block)
	for rest, began := block, false; len(rest) > 0; {
		var err error
		began = began || rest[0]&0xe0 != 0x20
		if rest, err = h.take(rest, began); err != nil {
			return nil, err
		}
		if h.size > HeadMost {
			return nil, errHeadSize
		}
	}
	if repeats && len(h.head.Cookies) == 0 {
		h.last, h.lastHead = append(h.last, block...), h.head
	}
	return &h.head, nil
}

// indexed says that a block holds nothing but references of one byte.
func indexed(block []byte) bool {
	for _, b := range block {
		if b < 0x80 || b == 0xff {
			return false
		}
	}
	return true
}

// take reads one field, or a new size of the table, which is allowed before any field.
func (h *heads) take(rest []byte, began bool) ([]byte, error) {
	switch b := rest[0]; {
	case b&0x80 != 0:
		n, rest, err := integer(rest, 7)
		if err != nil {
			return nil, err
		}
		name, value, err := h.lookup(n)
		if err != nil {
			return nil, err
		}
		return rest, h.field(name, value)
	case b&0xe0 == 0x20:
		n, rest, err := integer(rest, 5)
		if err != nil || began || n > tableSize {
			return nil, errHead
		}
		h.table.limit = n
		h.table.shrink(n)
		return rest, nil
	case b&0x40 != 0:
		return h.literal(rest, 6, true)
	}
	return h.literal(rest, 4, false)
}

func (h *heads) literal(rest []byte, prefix int, keep bool) ([]byte, error) {
	n, rest, err := integer(rest, prefix)
	if err != nil {
		return nil, err
	}
	h.name = h.name[:0]
	if n == 0 {
		h.name, rest, err = appendText(h.name, rest)
	} else {
		var name []byte
		name, _, err = h.lookup(n)
		h.name = append(h.name, name...)
	}
	if err != nil {
		return nil, err
	}
	if h.value, rest, err = appendText(h.value[:0], rest); err != nil {
		return nil, err
	}
	if keep {
		h.table.add(h.name, h.value)
	}
	return rest, h.field(h.name, h.value)
}

// lookup is a field of either table, whose numbers begin with 1.
func (h *heads) lookup(n int) (name, value []byte, err error) {
	switch {
	case n == 0 || n > len(static)+h.table.count:
		return nil, nil, errHead
	case n <= len(static):
		return static[n-1].name, static[n-1].value, nil
	}
	e := h.table.at(n - len(static) - 1)
	return e.name, e.value, nil
}

// integer is read of so many bits and more (section 5.1).
func integer(from []byte, prefix int) (n int, rest []byte, err error) {
	most := 1<<prefix - 1
	n, rest = int(from[0])&most, from[1:]
	if n < most {
		return n, rest, nil
	}
	for shift := 0; len(rest) > 0 && shift <= 21; shift += 7 {
		b := rest[0]
		rest = rest[1:]
		n += int(b&0x7f) << shift
		if b&0x80 == 0 {
			return n, rest, nil
		}
	}
	return 0, nil, errHead
}

// appendText reads a text of either code.
func appendText(to, from []byte) (text, rest []byte, err error) {
	if len(from) == 0 {
		return to, nil, errHead
	}
	huffman := from[0]&0x80 != 0
	n, rest, err := integer(from, 7)
	if err != nil || n > len(rest) {
		return to, nil, errHead
	}
	if !huffman {
		return append(to, rest[:n]...), rest[n:], nil
	}
	to, err = appendHuffman(to, rest[:n])
	return to, rest[n:], err
}

func (h *heads) field(name, value []byte) error {
	h.size += len(name) + len(value) + entryExtra
	switch string(name) {
	case ":status":
		status, err := strconv.Atoi(string(value))
		if err != nil || status < 100 || status > 999 || h.head.Status != 0 {
			return errHead
		}
		h.head.Status = status
	case "content-length":
		length, err := strconv.ParseInt(string(value), 10, 64)
		if err != nil || length < 0 || h.head.Length >= 0 && h.head.Length != length {
			return errHead
		}
		h.head.Length = length
	case "content-encoding":
		h.head.Gzip = string(value) == "gzip"
		h.head.Encoded = !h.head.Gzip && string(value) != "identity"
	case "set-cookie":
		h.head.Cookies = append(append(h.head.Cookies, value...), '\n')
	}
	return nil
}
