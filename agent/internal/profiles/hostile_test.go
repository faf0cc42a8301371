package profiles

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"net/http/httptest"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/google/pprof/profile"
)

// packed is as dense as gzip packs what repeats: the piece again and again, until it has this many bytes.
func packed(t *testing.T, piece string, unpackedBytes int) []byte {
	t.Helper()
	var text bytes.Buffer
	writer, err := gzip.NewWriterLevel(&text, gzip.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	chunk := []byte(strings.Repeat(piece, 1<<20/len(piece)))
	for left := unpackedBytes; left > 0 && err == nil; left -= len(chunk) {
		_, err = writer.Write(chunk[:min(left, len(chunk))])
	}
	if err != nil || writer.Close() != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// allocated is how many MiB a call takes from memory in all, whether or not it gives them back.
func allocated(call func()) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	call()
	runtime.ReadMemStats(&after)
	return (after.TotalAlloc - before.TotalAlloc) >> 20
}

// A target's endpoint is as hostile as the target, and the agent that reads it may be root.
func TestABombInPlaceOfAProfileIsRefusedInBoundedMemory(t *testing.T) {
	const (
		emptySample     = "\x12\x00"
		sampleOfLabels  = "\x12\x0a\x1a\x00\x1a\x00\x1a\x00\x1a\x00\x1a\x00"
		locationOfLines = "\x22\x0a\x22\x00\x22\x00\x22\x00\x22\x00\x22\x00"
		numbers         = "\x12\x7f\x0a\x7d" // and a hundred and more of one byte
	)
	for name, c := range map[string]struct {
		piece string
		bytes int
		want  string
	}{
		"zeros":        {"\x00", 1 << 30, "has more than 64 MiB when it is unpacked"},
		"packed twice": {string(packed(t, "\x00", 1<<20)), 1 << 20, "no profile"},
		"samples":      {emptySample, 60 << 20, "has more than 1000000 records"},
		"labels":       {sampleOfLabels, 60 << 20, "has more than 1000000 records"},
		"lines":        {locationOfLines, 60 << 20, "has more than 1000000 records"},
		"numbers":      {numbers + strings.Repeat("\x01", 125), 60 << 20, "has more than 1000000 records"},
	} {
		t.Run(name, func(t *testing.T) {
			bomb := packed(t, c.piece, c.bytes)
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(bomb) }))
			defer server.Close()
			var err error
			taken := allocated(func() { _, err = Capture(t.Context(), server.URL, Goroutine, 0) })
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %s", err, c.want)
			}
			if taken > 400 {
				t.Errorf("a bomb of %d KiB took %d MiB", len(bomb)>>10, taken)
			}
		})
	}
}

// The largest that is taken stays within what an agent may take beside a measurement.
func TestTheLargestProfileThatIsTakenIsBounded(t *testing.T) {
	large := packed(t, "\x12\x00", 2*recordsMost)
	var err error
	taken := allocated(func() { _, err = Read(large, Goroutine) })
	if err == nil || strings.Contains(err.Error(), "records") || taken > 400 {
		t.Errorf("%v, %d MiB", err, taken)
	}
}

// An outcome with a name that no document takes would be refused as a whole.
func TestNamesOfAProfileAreShownInPart(t *testing.T) {
	p := made()
	p.Function[2].Name = strings.Repeat("long\x00\xff", 1<<20)
	p.SampleType[1] = &profile.ValueType{Type: strings.Repeat("cpu", 1<<20), Unit: "nano\x00seconds"}
	read, err := Read(encoded(t, p), CPU)
	if err != nil {
		t.Fatal(err)
	}
	if name := read.Functions[0].Name; len(name) > nameMost+len("…") || !strings.HasPrefix(name, "longlong") || len(read.SampleType) > nameMost+len("…") || read.Unit != "nanoseconds" {
		t.Errorf("%d bytes of %.20q, %d of the sample type, %q", len(name), name, len(read.SampleType), read.Unit)
	}
}
