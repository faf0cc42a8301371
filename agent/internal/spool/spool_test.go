package spool

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func create(t *testing.T, folder string, maxBytes int64) *Stream {
	t.Helper()
	s, err := Create(folder, "life-1", maxBytes, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func appendBody(t *testing.T, s *Stream, blobs ...string) int64 {
	t.Helper()
	sequence, err := s.Append(Report{Blobs: blobs, Encode: func(sequence int64) ([]byte, error) {
		return fmt.Appendf(nil, `{"n":%d}`, sequence), nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	return sequence
}

func sequences(t *testing.T, s *Stream, maxEntries, maxBytes int) []int64 {
	t.Helper()
	batch, err := s.Next(maxEntries, maxBytes)
	if err != nil {
		t.Fatal(err)
	}
	var got []int64
	for _, e := range batch {
		if want := fmt.Sprintf(`{"n":%d}`, e.Sequence); string(e.Body) != want {
			t.Errorf("entry %d is %s", e.Sequence, e.Body)
		}
		got = append(got, e.Sequence)
	}
	return got
}

func TestEntriesComeInOrderUntilTheyAreAcknowledged(t *testing.T) {
	s := create(t, t.TempDir(), 1<<20)
	for range 5 {
		appendBody(t, s)
	}
	for _, c := range []struct {
		acknowledge          int64
		maxEntries, maxBytes int
		want                 []int64
	}{
		{0, 10, 1000, []int64{1, 2, 3, 4, 5}},
		{0, 2, 1000, []int64{1, 2}},
		{0, 10, 15, []int64{1, 2}}, // 7 bytes a body
		{2, 10, 1, []int64{3}},     // one is sent whatever its size
		{2, 10, 1000, []int64{3, 4, 5}},
		{4, 10, 1000, []int64{5}},
		{5, 10, 1000, nil},
	} {
		if err := s.Acknowledge(c.acknowledge); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, sequences(t, s, c.maxEntries, c.maxBytes)); diff != "" {
			t.Errorf("after %d was acknowledged, at most %d entries of %d bytes: %s", c.acknowledge, c.maxEntries, c.maxBytes, diff)
		}
	}
}

func TestADrainedStreamTakesNoSpaceAndGoesOnCounting(t *testing.T) {
	s := create(t, t.TempDir(), 1<<20)
	appendBody(t, s)
	if err := s.Acknowledge(1); err != nil {
		t.Fatal(err)
	}
	if info, err := s.file.Stat(); err != nil || info.Size() != 0 || !s.Drained() {
		t.Errorf("%d bytes are left (%v)", info.Size(), err)
	}
	if sequence := appendBody(t, s); sequence != 2 {
		t.Errorf("the next entry is %d", sequence)
	}
	if diff := cmp.Diff([]int64{2}, sequences(t, s, 10, 1000)); diff != "" {
		t.Error(diff)
	}
}

func TestTheNextLifeFindsWhatWasNotDelivered(t *testing.T) {
	folder := t.TempDir()
	s := create(t, folder, 1<<20)
	appendBody(t, s)
	appendBody(t, s, "blob-a", "blob-b")
	// No Close: the life before was killed.
	left, err := Leftovers(folder)
	if err != nil || len(left) != 1 || left[0].Incarnation != "life-1" {
		t.Fatalf("%v, %v", left, err)
	}
	if diff := cmp.Diff([]int64{1, 2}, sequences(t, left[0], 10, 1000)); diff != "" {
		t.Error(diff)
	}
	if blobs, _ := left[0].Blobs(); cmp.Diff([]string{"blob-a", "blob-b"}, blobs) != "" {
		t.Errorf("blobs %v", blobs)
	}
	if err := left[0].Acknowledge(2); err != nil {
		t.Fatal(err)
	}
	if err := left[0].Close(); err != nil {
		t.Fatal(err)
	}
	if left, err := Leftovers(folder); err != nil || len(left) != 0 {
		t.Errorf("%v, %v", left, err)
	}
}

func TestTornAndSpoiltLinesAreDropped(t *testing.T) {
	folder := t.TempDir()
	s := create(t, folder, 1<<20)
	for range 3 {
		appendBody(t, s)
	}
	whole, err := os.ReadFile(s.file.Name())
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(whole), "\n")
	for _, c := range []struct {
		name    string
		content string
		want    []int64
	}{
		{"torn in the last line", lines[0] + lines[1] + lines[2][:20], []int64{1, 2}},
		{"torn before the newline", lines[0] + strings.TrimSuffix(lines[1], "\n"), []int64{1}},
		{"torn in the first line", lines[0][:5], nil},
		{"zeros behind the end, as after a power failure", lines[0] + strings.Repeat("\x00", 100), []int64{1}},
		{"a bit turned in the middle", lines[0] + strings.Replace(lines[1], `"n":2`, `"n":6`, 1) + lines[2], []int64{1, 3}},
		{"an empty line", lines[0] + "\n" + lines[1], []int64{1, 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			if err := os.WriteFile(filepath.Join(folder, "life.spool"), []byte(c.content), 0o600); err != nil {
				t.Fatal(err)
			}
			left, err := Leftovers(folder)
			if err != nil {
				t.Fatal(err)
			}
			var got []int64
			for _, s := range left {
				got = append(got, sequences(t, s, 10, 1000)...)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAFullSpoolRefusesFramesAndNeverOutcomes(t *testing.T) {
	s := create(t, t.TempDir(), 100)
	body := func(int64) ([]byte, error) { return []byte(`"` + strings.Repeat("x", 60) + `"`), nil }
	taken := 0
	for range 5 {
		if _, err := s.Append(Report{Droppable: true, Encode: body}); err == nil {
			taken++
		} else if !errors.Is(err, ErrFull) {
			t.Fatal(err)
		}
	}
	// Two lines of about 100 bytes: the first one leaves room, the second one fills it up.
	if taken < 1 || taken > 2 {
		t.Errorf("%d frames were taken", taken)
	}
	sequence, err := s.Append(Report{Encode: body})
	if err != nil || sequence != int64(taken+1) {
		t.Errorf("the outcome is %d, %v", sequence, err)
	}
	if err := s.Acknowledge(sequence); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Append(Report{Droppable: true, Encode: body}); err != nil {
		t.Errorf("there is room again, yet %v", err)
	}
}

func TestARejectedEntryIsKeptBesideTheStream(t *testing.T) {
	folder := t.TempDir()
	s := create(t, folder, 1<<20)
	appendBody(t, s)
	batch, _ := s.Next(1, 1)
	if err := s.SetAside(batch[0], "the \"reason\""); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(filepath.Join(folder, "rejected-life-1.jsonl"))
	var kept struct {
		Reason string
		Entry  json.RawMessage
	}
	if err == nil {
		err = json.Unmarshal(content, &kept)
	}
	if err != nil || kept.Reason != `the "reason"` || string(kept.Entry) != `{"n":1}` {
		t.Errorf("%s, %v", content, err)
	}
}

func BenchmarkAppend(b *testing.B) {
	s, err := Create(b.TempDir(), "life", 1<<40, nil)
	if err != nil {
		b.Fatal(err)
	}
	body, _ := json.Marshal(make([]int64, 1000))
	for b.Loop() {
		if _, err := s.Append(Report{Encode: func(int64) ([]byte, error) { return body, nil }}); err != nil {
			b.Fatal(err)
		}
	}
}
