package profiles

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/pprof/profile"
)

// made is a profile of three functions: main calls work, into which helper is inlined, and work calls itself.
func made() *profile.Profile {
	function := func(id uint64, name string, line int64) *profile.Function {
		return &profile.Function{ID: id, Name: name, SystemName: name, Filename: name + ".go", StartLine: line}
	}
	mainF, work, helper := function(1, "main", 10), function(2, "work", 0), function(3, "helper", 30)
	mapping := &profile.Mapping{ID: 1, Start: 0x1000, Limit: 0x9000, File: "/lib/libc.so"}
	at := func(id uint64, functions ...*profile.Function) *profile.Location {
		l := &profile.Location{ID: id, Address: 0x1000 + id, Mapping: mapping}
		for _, f := range functions {
			l.Line = append(l.Line, profile.Line{Function: f, Line: 1})
		}
		return l
	}
	inMain, inWork, inHelper, unknown := at(1, mainF), at(2, work), at(3, helper, work), at(4)
	return &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
		PeriodType: &profile.ValueType{Type: "cpu", Unit: "nanoseconds"}, Period: 10, DurationNanos: 2_500_000_000,
		Mapping: []*profile.Mapping{mapping}, Function: []*profile.Function{mainF, work, helper},
		Location: []*profile.Location{inMain, inWork, inHelper, unknown},
		Sample: []*profile.Sample{
			{Location: []*profile.Location{inHelper, inWork, inMain}, Value: []int64{1, 100}, Label: map[string][]string{"worker": {"0"}}},
			{Location: []*profile.Location{inWork, inWork, inMain}, Value: []int64{1, 30}, Label: map[string][]string{"worker": {"1"}}},
			{Location: []*profile.Location{unknown, inMain}, Value: []int64{1, 5}},
		},
	}
}

func encoded(t *testing.T, p *profile.Profile) []byte {
	t.Helper()
	var text bytes.Buffer
	if err := p.Write(&text); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

func TestFunctionsAreNamedByWhatWasSpentInThem(t *testing.T) {
	p, err := Read(encoded(t, made()), CPU)
	if err != nil {
		t.Fatal(err)
	}
	p.Encoded = nil
	want := Profile{
		Processes: 2, DurationSeconds: 2.5, SampleType: "cpu", Unit: "nanoseconds", Total: 135,
		Functions: []Function{
			{"helper", "helper.go:30", 100, 100}, {"work", "work.go", 30, 130}, {"0x1004", "/lib/libc.so", 5, 5}, {"main", "main.go:10", 0, 135},
		},
	}
	if diff := cmp.Diff(want, p); diff != "" {
		t.Error(diff)
	}
}

// A lock has all of its time under whoever takes it, and so has each of their callers: the one to look at comes first.
func TestOfFunctionsThatHaveAsMuchTheInnerOneComesFirst(t *testing.T) {
	p := made()
	p.Sample = nil
	var stack []*profile.Location
	for i, name := range []string{"lock", "zz-taker", "handler", "aa-server"} {
		f := &profile.Function{ID: uint64(50 + i), Name: name}
		l := &profile.Location{ID: uint64(50 + i), Line: []profile.Line{{Function: f}}}
		p.Function, p.Location = append(p.Function, f), append(p.Location, l)
		stack = append(stack, l)
	}
	p.Sample = []*profile.Sample{{Location: stack, Value: []int64{1, 100}}}
	read, err := Read(encoded(t, p), CPU)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range read.Functions {
		names = append(names, f.Name)
	}
	if diff := cmp.Diff([]string{"lock", "zz-taker", "handler", "aa-server"}, names); diff != "" {
		t.Error(diff)
	}
}

func TestAProfileThatIsNotCompressedIsKeptCompressed(t *testing.T) {
	var plain bytes.Buffer
	if err := made().WriteUncompressed(&plain); err != nil {
		t.Fatal(err)
	}
	p, err := Read(plain.Bytes(), CPU)
	if err != nil || !bytes.HasPrefix(p.Encoded, []byte{0x1f, 0x8b}) {
		t.Fatalf("%.10x, %v", p.Encoded, err)
	}
	again, err := Read(p.Encoded, CPU)
	if err != nil || again.Total != p.Total || !bytes.Equal(again.Encoded, p.Encoded) {
		t.Errorf("%+v, %v", again, err)
	}
}

func TestOnlyTheDearestFunctionsAreNamed(t *testing.T) {
	p := made()
	for i := range 200 {
		id := uint64(100 + i)
		f := &profile.Function{ID: id, Name: fmt.Sprintf("f%03d", i)}
		l := &profile.Location{ID: id, Line: []profile.Line{{Function: f}}}
		p.Function, p.Location = append(p.Function, f), append(p.Location, l)
		p.Sample = append(p.Sample, &profile.Sample{Location: []*profile.Location{l}, Value: []int64{1, int64(1000 + i)}})
	}
	read, err := Read(encoded(t, p), CPU)
	if err != nil || len(read.Functions) != FunctionsMost || read.Functions[0].Name != "f199" || read.Functions[49].Name != "f150" {
		t.Errorf("%+v, %v", read.Functions, err)
	}
}

func TestWhatIsCountedIsChosenByKind(t *testing.T) {
	p := made()
	p.SampleType = []*profile.ValueType{{Type: "inuse_space", Unit: "bytes"}, {Type: "alloc_space", Unit: "bytes"}}
	p.DefaultSampleType = "alloc_space"
	for kind, want := range map[Kind]float64{Heap: 3, Goroutine: 135} { // the second has no such type: the profile's own default
		if read, err := Read(encoded(t, p), kind); err != nil || read.Total != want || read.Unit != "bytes" {
			t.Errorf("%s: %+v, %v", kind, read, err)
		}
	}
}

func TestWhatIsNoProfileIsSaidSo(t *testing.T) {
	for _, text := range []string{"", "<html>", "\x1f\x8b broken"} {
		if _, err := Read([]byte(text), CPU); err == nil || !strings.HasPrefix(err.Error(), "what came is no profile: ") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
