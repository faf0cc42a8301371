package volley

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// taken is what one complete response came to.
type taken struct {
	status int
	body   string
	closes bool
}

// readAll feeds the text in pieces of the given size, the end of the stream after it.
func readAll(text string, size int) (all []taken, truncated bool, err error) {
	r, last := response{keep: true}, memory{}
	note := func() { all = append(all, taken{r.status, string(r.body), r.closes}) }
	for data := []byte(text); len(data) > 0; {
		piece := data[:min(size, len(data))]
		data = data[len(piece):]
		for len(piece) > 0 {
			n, complete, err := r.feed(piece, &last)
			if err != nil {
				return all, false, err
			}
			if complete {
				note()
			} else if n != len(piece) {
				return all, false, fmt.Errorf("it left %d of %d bytes and is not complete", len(piece)-n, len(piece))
			}
			piece = piece[n:]
		}
	}
	if r.begun {
		if !r.finish() {
			return all, true, nil
		}
		note()
	}
	return all, false, nil
}

var responses = []struct {
	name, text string
	want       []taken
	truncated  bool
	err        error
}{
	{name: "length", text: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", want: []taken{{200, "hello", false}}},
	{name: "no body", text: "HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", want: []taken{{204, "", false}, {304, "", false}}},
	{name: "empty body", text: "HTTP/1.1 200 OK\r\nCONTENT-LENGTH:0\r\n\r\n", want: []taken{{200, "", false}}},
	{name: "two, the same head", text: strings.Repeat("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nab", 2), want: []taken{{200, "ab", false}, {200, "ab", false}}},
	{name: "a head that begins as the one before", text: "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\naHTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n123456789012", want: []taken{{200, "a", false}, {200, "123456789012", false}}},
	{name: "chunked", text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\nA\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\nHTTP/1.1 500 No\r\nContent-Length: 1\r\n\r\nx", want: []taken{{200, "abc0123456789", false}, {500, "x", false}}},
	{name: "until the end", text: "HTTP/1.1 200 OK\r\n\r\nall of it", want: []taken{{200, "all of it", true}}},
	{name: "closes", text: "HTTP/1.1 200 OK\r\nConnection: Close\r\nContent-Length: 1\r\n\r\nx", want: []taken{{200, "x", true}}},
	{name: "old", text: "HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\nx", want: []taken{{200, "x", true}}},
	{name: "old and kept", text: "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 1\r\n\r\nx", want: []taken{{200, "x", false}}},
	{name: "interim", text: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx", want: []taken{{200, "x", false}}},
	{name: "bare line feeds", text: "HTTP/1.1 200 OK\nContent-Length: 1\n\nx", want: []taken{{200, "x", false}}},
	{name: "cut in the head", text: "HTTP/1.1 200 OK\r\nContent-Le", truncated: true},
	{name: "cut in the body", text: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell", truncated: true},
	{name: "cut between chunks", text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n", truncated: true},
	{name: "garbage", text: "\x16\x03\x01 no line end", err: errNotHTTP},
	{name: "no status", text: "HTTP/1.1 abc\r\n\r\n", err: errNotHTTP},
	{name: "long status", text: "HTTP/1.1 2000\r\n\r\n", err: errNotHTTP},
	{name: "HTTP/2", text: "HTTP/2.0 200 OK\r\n\r\n", err: errNotHTTP},
	{name: "no colon", text: "HTTP/1.1 200 OK\r\nwhat\r\n\r\n", err: errHeader},
	{name: "two lengths", text: "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", err: errHeader},
	{name: "negative length", text: "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", err: errHeader},
	{name: "unknown coding", text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: rot13\r\n\r\n", err: errHeader},
	{name: "no chunk size", text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", err: errChunk},
	{name: "a chunk that goes on", text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n", err: errChunk},
	{name: "an endless head", text: "HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", headMax), err: errHeadSize},
}

func TestResponsesAreReadFromPiecesOfAnySize(t *testing.T) {
	for _, c := range responses {
		for _, size := range []int{1, 2, 3, 7, 64, 1 << 20} {
			got, truncated, err := readAll(c.text, size)
			if !errors.Is(err, c.err) || truncated != c.truncated || fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("%s in pieces of %d: got %v, truncated %v, %v; want %v, %v, %v", c.name, size, got, truncated, err, c.want, c.truncated, c.err)
			}
		}
	}
}

func TestABodyThatNobodyWantsIsCountedAndNotKept(t *testing.T) {
	r, last := response{}, memory{}
	text := []byte("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nabc")
	if n, complete, err := r.feed(text, &last); n != len(text) || complete || err != nil {
		t.Fatal(n, complete, err)
	}
	if left := r.discardable(); left != 99_997 || r.discard(left-1) || !r.discard(1) {
		t.Errorf("of 100000 bytes %d were left after 3", left)
	}
	if r.bodyBytes != 100_000 || len(r.body) != 0 {
		t.Errorf("%d bytes counted, %d kept", r.bodyBytes, len(r.body))
	}
}

// What is looked into is kept to be looked into, but not without end: a longer body is not as expected where it had to be.
func TestABodyThatIsTooLongIsNotKept(t *testing.T) {
	const size = 65 << 20
	l := &loop{plan: &plan{requests: []rendered{{expect: expectation{bytes: size}}, {expect: expectation{bytes: -1, contains: []byte("y")}}}}}
	r, last := response{keep: true}, memory{}
	text, piece := []byte("HTTP/1.1 200 OK\r\n\r\n"), bytes.Repeat([]byte("y"), 1<<20)
	for range 1 + size>>20 {
		if _, _, err := r.feed(text, &last); err != nil {
			t.Fatal(err)
		}
		text = piece
	}
	if !r.finish() || r.bodyBytes != size || cap(r.body) > 0 {
		t.Errorf("%d bytes counted, %d kept", r.bodyBytes, cap(r.body))
	}
	if !l.asExpected(&r, 0) || l.asExpected(&r, 1) {
		t.Error("its length is as expected, and what it contains is not known")
	}
	if _, complete, err := r.feed([]byte("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\ny"), &last); err != nil || !complete || !l.asExpected(&r, 1) {
		t.Errorf("the next one: %v, %q", err, r.body)
	}
}

func TestReadingAllocatesNothing(t *testing.T) {
	r, last := response{}, memory{}
	one := []byte("HTTP/1.1 200 OK\r\nDate: x\r\nContent-Length: 5\r\n\r\nhello")
	other := bytes.Replace(one, []byte("x"), []byte("y"), 1)
	allocations := testing.AllocsPerRun(100, func() {
		for _, text := range [][]byte{one, one, other} {
			if _, complete, err := r.feed(text, &last); !complete || err != nil {
				t.Fatal(complete, err)
			}
		}
	})
	if allocations != 0 {
		t.Errorf("%v allocations", allocations)
	}
}

// FuzzResponse holds that bytes mean the same however they are cut, and that none make it stop or take more than there is.
func FuzzResponse(f *testing.F) {
	for _, c := range responses {
		if len(c.text) < 1000 {
			f.Add(c.text, uint8(3))
		}
	}
	f.Fuzz(func(t *testing.T, text string, size uint8) {
		whole, cutOff, err := readAll(text, max(1, len(text)))
		pieces, cutOffToo, errToo := readAll(text, max(1, int(size)))
		if (err == nil) != (errToo == nil) || err == nil && (cutOff != cutOffToo || fmt.Sprint(whole) != fmt.Sprint(pieces)) {
			t.Errorf("whole: %v, %v, %v; in pieces of %d: %v, %v, %v", whole, cutOff, err, size, pieces, cutOffToo, errToo)
		}
		if len(text) < headMax && errors.Is(err, errHeadSize) {
			t.Error("its head cannot be too long")
		}
	})
}

func BenchmarkResponse(b *testing.B) {
	head := "HTTP/1.1 200 OK\r\nDate: Sat, 21 Nov 2026 10:00:00 GMT\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 16\r\n\r\nhello, millions!"
	same, differs := []byte(head), []byte(strings.Replace(head, "10:00:00", "10:00:01", 1))
	for name, texts := range map[string][2][]byte{"same": {same, same}, "different": {same, differs}} {
		b.Run(name, func(b *testing.B) {
			r, last := response{}, memory{}
			for i := range b.N {
				_, _, _ = r.feed(texts[i&1], &last)
			}
		})
	}
}
