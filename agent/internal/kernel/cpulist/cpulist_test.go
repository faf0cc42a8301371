package cpulist

import (
	"encoding/json"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestParseAndStringAgree(t *testing.T) {
	for _, test := range []struct {
		text      string
		cpus      []int
		canonical string
	}{
		{"", nil, ""},
		{"\n", nil, ""},
		{"0", []int{0}, "0"},
		{"0-3", []int{0, 1, 2, 3}, "0-3"},
		{"0-1\n", []int{0, 1}, "0-1"},
		{"0-2,32", []int{0, 1, 2, 32}, "0-2,32"},
		{"3, 1 ,2", []int{1, 2, 3}, "1-3"},
		{"4-6,5-8", []int{4, 5, 6, 7, 8}, "4-8"},
		{"7,7", []int{7}, "7"},
		{"0,2,4", []int{0, 2, 4}, "0,2,4"},
		{"8191", []int{8191}, "8191"},
	} {
		list, err := Parse(test.text)
		if err != nil {
			t.Errorf("Parse(%q): %v", test.text, err)
			continue
		}
		if !slices.Equal([]int(list), test.cpus) {
			t.Errorf("Parse(%q) = %v, want %v", test.text, list, test.cpus)
		}
		if list.String() != test.canonical {
			t.Errorf("Parse(%q).String() = %q, want %q", test.text, list, test.canonical)
		}
	}
}

func TestParseRefusesWhatIsNoList(t *testing.T) {
	for text, why := range map[string]string{
		"a":            "not a CPU number",
		"1,":           "not a CPU number",
		",1":           "not a CPU number",
		"1-":           "not a CPU number",
		"-1":           "not a CPU number",
		"1-2-3":        "not a CPU number",
		"0x10":         "not a CPU number",
		"3-1":          "runs backwards",
		"8192":         "beyond 8191",
		"0-4000000000": "not a CPU number",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("Parse(%q) = %v, want an error with %q", text, err, why)
		}
	}
}

func TestListTravelsAsText(t *testing.T) {
	for _, list := range []struct {
		List
		text string
	}{{List{0, 1, 2, 9}, `"0-2,9"`}, {List{}, `""`}, {nil, `null`}} {
		encoded, err := json.Marshal(list.List)
		if err != nil || string(encoded) != list.text {
			t.Errorf("Marshal(%#v) = %s, %v", list.List, encoded, err)
		}
		decoded := List{7}
		if err := json.Unmarshal(encoded, &decoded); err != nil || !reflect.DeepEqual(decoded, list.List) {
			t.Errorf("Unmarshal(%s) = %#v, %v", encoded, decoded, err)
		}
	}
}

// allocated is how much memory a call asks for, whether it keeps it or not.
func allocated(call func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	call()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// mostBytes is what a list of all CPUs takes, its text, and as much again for an error; a byte of text may cost four besides.
func mostBytes(text string) uint64 { return 256<<10 + 4*uint64(len(text)) }

// A list that repeats every CPU once for each eight bytes of text would otherwise take gigabytes.
func TestWhatAListCostsIsBoundByItsText(t *testing.T) {
	for name, text := range map[string]string{
		"every CPU over and over": strings.TrimSuffix(strings.Repeat("0-8191,", 64<<10/7), ","),
		"no list at the end":      strings.Repeat("0-8191,", 256<<10/7),
		"one long number":         strings.Repeat("9", 256<<10),
	} {
		var list List
		var err error
		if bytes := allocated(func() { list, err = Parse(text) }); bytes > mostBytes(text) {
			t.Errorf("%s: %d KiB for %d KiB of text", name, bytes>>10, len(text)>>10)
		}
		if err == nil && (len(list) != 8192 || list.String() != "0-8191") {
			t.Errorf("%s: %d CPUs", name, len(list))
		}
		if err != nil && len(err.Error()) > 500 {
			t.Errorf("%s: an error of %d bytes", name, len(err.Error()))
		}
	}
	text := strings.Repeat("ffffffff,", 256<<10/9)
	if bytes := allocated(func() { _, _ = ParseMask(text) }); bytes > mostBytes(text) {
		t.Errorf("a mask: %d KiB for %d KiB of text", bytes>>10, len(text)>>10)
	}
}

func TestASetHasWhatWasAdded(t *testing.T) {
	for _, ends := range [][2]int{{0, 0}, {63, 64}, {0, 63}, {64, 127}, {5, 200}, {8191, 8191}, {0, 8191}} {
		var set Set
		set.add(ends[0], ends[1])
		for cpu := -1; cpu <= 8192; cpu++ {
			if set.Has(cpu) != (cpu >= ends[0] && cpu <= ends[1]) {
				t.Fatalf("%v: CPU %d: %t", ends, cpu, set.Has(cpu))
			}
		}
		if list := set.List(); len(list) != ends[1]-ends[0]+1 || *SetOf(list) != set {
			t.Errorf("%v: %v", ends, list)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("0-15,32")
	f.Add("3-1,,")
	f.Add("0-8191,0-8191,0-8191,8191,8192")
	f.Fuzz(func(t *testing.T, text string) {
		var list List
		var err error
		if bytes := allocated(func() { list, err = Parse(text) }); bytes > mostBytes(text) {
			t.Fatalf("%d bytes for %d of text", bytes, len(text))
		}
		if err != nil {
			return
		}
		again, err := Parse(list.String())
		if err != nil || !slices.Equal(list, again) {
			t.Fatalf("Parse(%q) = %v, but its text %q reads back as %v, %v", text, list, list.String(), again, err)
		}
	})
}
