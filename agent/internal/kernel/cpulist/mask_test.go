package cpulist

import (
	"slices"
	"strings"
	"testing"
)

func TestMasksOfAnyNumberOfCPUs(t *testing.T) {
	for _, test := range []struct {
		list     string
		possible int
		mask     string
	}{
		{"", 1, "0"},
		{"0", 1, "1"},
		{"0-1", 2, "3"},
		{"", 8, "00"},
		{"4-7", 8, "f0"},
		{"31", 32, "80000000"},
		{"0", 33, "0,00000001"},
		{"0-35", 36, "f,ffffffff"},
		{"0-35", 64, "0000000f,ffffffff"},
		{"36", 40, "10,00000000"},
		{"0-15,32", 128, "00000000,00000000,00000001,0000ffff"},
		{"112-127", 128, "ffff0000,00000000,00000000,00000000"},
		{"8191", 8192, "80000000" + strings.Repeat(",00000000", 255)},
	} {
		list, err := Parse(test.list)
		if err != nil {
			t.Fatal(err)
		}
		mask, err := list.Mask(test.possible)
		if err != nil || mask != test.mask {
			t.Errorf("%s of %d CPUs: %q, %v; want %q", test.list, test.possible, mask, err, test.mask)
		}
		if back, err := ParseMask(mask + "\n"); err != nil || !slices.Equal(list, back) {
			t.Errorf("%s reads back as %v, %v; want %v", mask, back, err, list)
		}
	}
}

func TestMaskRefusesWhatTheKernelRefuses(t *testing.T) {
	for _, test := range []struct {
		list     List
		possible int
	}{{List{2}, 2}, {List{128}, 128}, {List{-1}, 4}, {List{}, 0}, {List{}, 8193}} {
		if mask, err := test.list.Mask(test.possible); err == nil {
			t.Errorf("%v of %d CPUs became %q", test.list, test.possible, mask)
		}
	}
	for _, text := range []string{"", "0x3", "g", "1,,2", ",1", "1,", "123456789", "+1", "-1", "1 2", "1_0", strings.Repeat("0,", 256) + "0"} {
		if list, err := ParseMask(text); err == nil {
			t.Errorf("ParseMask(%q) = %v, want an error", text, list)
		}
	}
}

func FuzzParseMask(f *testing.F) {
	f.Add("f,ffffffff")
	f.Add("0x3")
	f.Add("00000000,00000001")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := ParseMask(text)
		if err != nil {
			return
		}
		mask, err := list.Mask(maxCPU + 1)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := ParseMask(mask); err != nil || !slices.Equal(list, again) {
			t.Fatalf("ParseMask(%q) = %v, written %q, read %v, %v", text, list, mask, again, err)
		}
	})
}
