package doctor

import "testing"

// Whatever a kernel prints, the parsers return; a count is never below zero.
func FuzzParsers(f *testing.F) {
	for _, seed := range []string{
		"", "cpu  1 2 3 4 5 6 7 8 9 10\ncpu0 1", "7 (a) b) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20",
		"0: 0900000A:9C40 0500000A:1F90 06", "0000ffff 00000000 00000001", "MemTotal: 1 kB\nMemAvailable: 9 kB", "TCP: inuse 7 tw", "TCP: tw -5",
		"Max open files unlimited 1024 files", "cpu 18446744073709551615 1 1 1",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a := parseStat(text)
		if a.cpus < 0 {
			t.Errorf("%d CPUs", a.cpus)
		}
		if process, ok := parseProcess(text); ok {
			a.processes = map[int]processActivity{7: process, 1: {parent: 7}}
		}
		if used, ok := usedBetween(activity{}, a, 1); ok && (used.other < 0 || used.stolen < 0) {
			t.Errorf("%+v", used)
		}
		if n := parseTimeWait(text); n < 0 {
			t.Errorf("%d in TIME-WAIT", n)
		}
		parseConnection(text)
		parseSoftnet(text)
		parseMeminfo(text)
		parseOpenFiles(text)
		numbersOf(text)
		quoted(text)
	})
}
