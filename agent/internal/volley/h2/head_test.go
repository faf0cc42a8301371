package h2

import (
	"bytes"
	"math/rand/v2"
	"strconv"
	"testing"

	"golang.org/x/net/http2/hpack"
)

// Whatever the standard encoder says is understood as the standard decoder understands it, whether by table or by code.
func TestBlocksAreReadAsOthersReadThem(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	names := []string{":status", "content-length", "content-encoding", "set-cookie", "date", "server", "x-long", "etag"}
	for range 300 {
		var block bytes.Buffer
		encoder := hpack.NewEncoder(&block)
		ours := newHeads()
		var theirs []hpack.HeaderField
		decoder := hpack.NewDecoder(tableSize, func(f hpack.HeaderField) { theirs = append(theirs, f) })
		for range 20 {
			block.Reset()
			if random.IntN(10) == 0 {
				encoder.SetMaxDynamicTableSize(uint32(random.IntN(tableSize)))
			}
			status := strconv.Itoa(200 + random.IntN(7))
			fields := []hpack.HeaderField{{Name: ":status", Value: status}}
			for range random.IntN(8) {
				value := make([]byte, random.IntN(40)*random.IntN(40))
				for i := range value {
					value[i] = byte(random.IntN(256))
				}
				name := names[3+random.IntN(5)]
				if random.IntN(3) == 0 {
					value = []byte(name + strconv.Itoa(random.IntN(3)))
				}
				fields = append(fields, hpack.HeaderField{Name: name, Value: string(value), Sensitive: random.IntN(5) == 0})
			}
			for _, f := range fields {
				if err := encoder.WriteField(f); err != nil {
					t.Fatal(err)
				}
			}
			theirs = theirs[:0]
			if _, err := decoder.Write(block.Bytes()); err != nil {
				t.Fatal(err)
			}
			if err := decoder.Close(); err != nil {
				t.Fatal(err)
			}
			want := []byte{}
			for _, f := range theirs {
				if f.Name == "set-cookie" {
					want = append(append(want, f.Value...), '\n')
				}
			}
			head, err := ours.decode(block.Bytes())
			if err != nil || strconv.Itoa(head.Status) != status || !bytes.Equal(head.Cookies, want) {
				t.Fatalf("%v, %+v, want %s and %q", err, head, status, want)
			}
		}
	}
}

func TestNewSizesOfTheTableComeFirstAndAreNotLarger(t *testing.T) {
	for block, fine := range map[string]bool{
		"\x20\x88": true, "\x20\x3f\xe1\x1f\x88": true, "\x3f\xe1\x1f\x88": true, // 0 and 4096
		"\x3f\xe2\x1f\x88": false, "\x88\x20": false,
		"\x80": false, "\xbe": false, "\xff": false, "\xff\xff\xff\xff\xff\xff": false, "\x40": false, "\x40\x01a": false, "\x40\x01a\x85": false,
	} {
		if _, err := newHeads().decode([]byte(block)); (err == nil) != fine {
			t.Errorf("%q: %v", block, err)
		}
	}
}

func FuzzHeads(f *testing.F) {
	f.Add([]byte("\x88\x5f\x87\x49\x7c\xa5\x8a\xe8\x19\xaa"))
	f.Add([]byte("\x48\x82\x64\x02\x58\x85\xae\xc3\x77\x1a\x4b"))
	f.Fuzz(func(t *testing.T, block []byte) {
		h := newHeads()
		if head, err := h.decode(block); err == nil && (h.size > HeadMost || head == nil || h.table.size > tableSize) {
			t.Errorf("%d bytes of fields, %d of the table", h.size, h.table.size)
		}
	})
}

// Frames in whatever pieces say the same as in one.
func FuzzReader(f *testing.F) {
	f.Add(append(appendHead(nil, 0, frameSettings, 0, 0), appendPingAck(nil, make([]byte, 8))...), byte(3))
	f.Add(append(appendHead(nil, 0, frameSettings, 0, 0), AppendHeaders(nil, 1, []byte{0x88}, true)...), byte(1))
	f.Fuzz(func(t *testing.T, text []byte, piece byte) {
		whole, pieces := &recorded{}, &recorded{}
		one, many := NewReader(), NewReader()
		err := one.Feed(text, whole)
		var pieced error
		for rest := text; len(rest) > 0 && pieced == nil; {
			n := min(len(rest), 1+int(piece))
			pieced = many.Feed(rest[:n], pieces)
			rest = rest[n:]
		}
		if (err == nil) != (pieced == nil) || err == nil && (!bytes.Equal(one.Answers, many.Answers) || whole.heads != pieces.heads || whole.data != pieces.data) {
			t.Errorf("%v and %v, %+v and %+v", err, pieced, whole, pieces)
		}
	})
}

type recorded struct{ heads, data int }

func (r *recorded) Settled(int64) error            { return nil }
func (r *recorded) Head(uint32, *Head, bool) error { r.heads++; return nil }
func (r *recorded) Data(_ uint32, data []byte, _ int, _ bool) error {
	r.data += len(data)
	return nil
}
func (r *recorded) Reset(uint32, uint32) error  { return nil }
func (r *recorded) GoAway(uint32, uint32) error { return nil }
func (r *recorded) Widened(uint32, int64) error { return nil }
