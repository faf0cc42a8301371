package perf

import (
	"encoding/binary"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// each reads the records that Linux 6.18 wrote on two CPUs while shells and compilers ran.
func each(t *testing.T, take func(record)) {
	t.Helper()
	written, err := os.ReadFile("testdata/linux-6.18/records")
	if err != nil {
		t.Fatal(err)
	}
	for len(written) > 0 {
		r, size := cutRecord(written, func(size int) []byte { return written[:min(size, len(written))] })
		if size == 0 {
			t.Fatalf("%d bytes are no record", len(written))
		}
		take(r)
		written = written[size:]
	}
}

func TestRecordsAsTheKernelWroteThem(t *testing.T) {
	samples, execs := 0, []uint32{}
	each(t, func(r record) {
		if pid, exec := parseComm(r); r.kind == recordComm && exec {
			execs = append(execs, pid)
		}
		if r.kind != recordSample {
			return
		}
		found, ok := parseSample(r.body)
		samples++
		if !ok || found.pid == 0 || found.cpu > 1 {
			t.Errorf("%v: %+v", ok, found)
		}
		for _, address := range stackOf(keyOf(found)).kernel {
			if address < 0xffff800000000000 || address >= markersFrom {
				t.Errorf("%x is no address of the kernel", address)
			}
		}
		if len(found.user) > 0 && binary.NativeEndian.Uint64(found.user) >= 1<<47 {
			t.Errorf("%x is no address of a program", found.user[:8])
		}
	})
	if samples != 12 || !slices.Contains(execs, 23619) {
		t.Errorf("%d samples, and these became other programs: %v", samples, execs)
	}
}

func keyOf(one sample) string {
	s := newStacks()
	s.processes[one.pid] = &process{}
	s.add(one)
	for key := range s.counts {
		return key
	}
	return ""
}

func TestABrokenRecordIsNoSample(t *testing.T) {
	each(t, func(r record) {
		if r.kind != recordSample {
			return
		}
		for short := range len(r.body) {
			if _, ok := parseSample(r.body[:short]); ok {
				t.Fatalf("%d of %d bytes are a sample", short, len(r.body))
			}
		}
	})
	many := make([]byte, 24)
	binary.NativeEndian.PutUint64(many[16:], 1<<61+1) // times eight it is 8
	if _, ok := parseSample(append(many, make([]byte, 8)...)); ok {
		t.Error("a number of frames that overflows was believed")
	}
	if lost := parseLost([]byte{1, 2, 3}); lost != 0 {
		t.Errorf("%d lost", lost)
	}
	if _, size := cutRecord([]byte{9, 0, 0, 0, 0, 0, 4, 0}, nil); size != 0 {
		t.Error("a record shorter than its header")
	}
}

func TestARingIsReadAcrossItsEnd(t *testing.T) {
	const size = 64
	r := &ring{head: &unix.PerfEventMmapPage{}, data: make([]byte, size)}
	var got []string
	position := uint64(0)
	for _, text := range []string{"sixteen bytes ..", "another sixteen.", "across the end.."} {
		written := binary.NativeEndian.AppendUint32(nil, 7)
		written = binary.NativeEndian.AppendUint16(written, 0)
		written = append(binary.NativeEndian.AppendUint16(written, uint16(headerBytes+len(text))), text...)
		for _, b := range written {
			r.data[position%size] = b
			position++
		}
		r.head.Data_head = position
		r.read(func(found record) { got = append(got, string(found.body)) })
	}
	if diff := cmp.Diff([]string{"sixteen bytes ..", "another sixteen.", "across the end.."}, got); diff != "" || r.head.Data_tail != position {
		t.Error(diff, r.head.Data_tail)
	}
	r.head.Data_head = position + 16 // the kernel never writes a size of 0
	for i := range 16 {
		r.data[(position+uint64(i))%size] = 0
	}
	r.read(func(record) { t.Error("a record of nothing") })
	if r.head.Data_tail != r.head.Data_head {
		t.Error("what cannot be read is not passed over")
	}
}

func TestAPerfMapOfARuntime(t *testing.T) {
	found := parsePerfMap([]byte("3a0 20 JS:~later file.js:1:1\n0x100 40 JS:*hot file.js:2:3\nnothing\n100 30 JS:^hot again, on other code\n200 0 empty\n"))
	want := symbols{{0x100, 0x30, "JS:^hot again, on other code"}, {0x3a0, 0x20, "JS:~later file.js:1:1"}}
	if diff := cmp.Diff(want, found, cmp.AllowUnexported(symbol{})); diff != "" {
		t.Error(diff)
	}
	for address, want := range map[uint64]string{0xff: "", 0x100: "JS:^hot again, on other code", 0x12f: "JS:^hot again, on other code", 0x130: "", 0x3a0: "JS:~later file.js:1:1", 0x3c0: ""} {
		if name, _ := found.at(address); name != want {
			t.Errorf("%x: %q", address, name)
		}
	}
}

func TestAnImageThatIsNoneIsRefused(t *testing.T) {
	broken := t.TempDir() + "/broken"
	own, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	for _, content := range [][]byte{nil, []byte("#!/bin/sh\n"), own[:4096]} {
		if err := os.WriteFile(broken, content, 0o600); err != nil {
			t.Fatal(err)
		}
		file, err := openRegular(broken)
		if err != nil {
			t.Fatal(err)
		}
		if found, err := readImage(file); err == nil && len(found.symbols) > 0 {
			t.Errorf("%d bytes have symbols", len(content))
		}
		_ = file.Close()
	}
	if err := unix.Mkfifo(broken+".pipe", 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := openRegular(broken + ".pipe"); err == nil || !strings.Contains(err.Error(), "no regular file") {
		t.Errorf("a pipe: %v", err)
	}
}
