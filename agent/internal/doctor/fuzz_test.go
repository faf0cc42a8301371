package doctor

import (
	"strings"
	"testing"
)

// Whatever a kernel prints and whoever is named, the rest of a sentence and of a line for the shell stays what it is.
func FuzzWords(f *testing.F) {
	f.Add("")
	f.Add("it's; reboot")
	f.Add("RX: 4096 TX: 512")
	f.Fuzz(func(t *testing.T, text string) {
		numbersOf(text)
		if word := quoted(text); word != text && !strings.HasPrefix(word, "'") {
			t.Errorf("%q became %s", text, word)
		}
	})
}

// Whatever happened between two readings, and whoever was whose child, no share is below zero.
func FuzzUse(f *testing.F) {
	f.Add(int64(400), int64(300), int64(0), int64(40), 1, 7)
	f.Add(int64(5), int64(9), int64(-3), int64(-1), 7, 1)
	f.Fuzz(func(t *testing.T, total, idle, stolen, usedUs int64, first, second int) {
		a := activity{total: total, idle: idle, stolen: stolen, processes: map[int]processActivity{7: {parent: first, usedUs: usedUs}, 1: {parent: second}}}
		if used, ok := usedBetween(activity{}, a, 1); ok && (used.other < 0 || used.stolen < 0) {
			t.Errorf("%+v", used)
		}
	})
}
