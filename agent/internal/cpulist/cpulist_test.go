package cpulist

import (
	"encoding/json"
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
	encoded, err := json.Marshal(List{0, 1, 2, 9})
	if err != nil || string(encoded) != `"0-2,9"` {
		t.Fatalf("Marshal = %s, %v", encoded, err)
	}
	var decoded List
	if err := json.Unmarshal(encoded, &decoded); err != nil || !slices.Equal(decoded, List{0, 1, 2, 9}) {
		t.Fatalf("Unmarshal = %v, %v", decoded, err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("0-15,32")
	f.Add("3-1,,")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(list.String())
		if err != nil || !slices.Equal(list, again) {
			t.Fatalf("Parse(%q) = %v, but its text %q reads back as %v, %v", text, list, list.String(), again, err)
		}
	})
}
