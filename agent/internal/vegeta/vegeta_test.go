package vegeta

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func sample() Attack {
	return Attack{Program: "/opt/vegeta", Targets: "/data/targets.txt", Processes: 3, CPUsPerProcess: 2, RequestsPerSecond: 1000, DurationSeconds: 30, Connections: 50}
}

func TestEveryProcessGetsItsShare(t *testing.T) {
	a := sample()
	var got []string
	for _, argv := range a.attackCommands() {
		got = append(got, strings.Join(argv, " "))
	}
	const one = "/opt/vegeta -cpus 2 attack -targets /data/targets.txt -rate RATE/1s -duration 30s -timeout 10s -redirects -1 -connections N -max-connections N"
	of := func(rate, connections string) string {
		return strings.NewReplacer("RATE", rate, "N", connections).Replace(one)
	}
	if diff := cmp.Diff([]string{of("334", "17"), of("333", "17"), of("333", "16")}, got); diff != "" {
		t.Error(diff)
	}
}

func TestOnlyWhatIsAskedIsSaid(t *testing.T) {
	a := sample()
	a.Connections, a.Processes = 0, 1
	got := strings.Join(a.attackCommands()[0], " ")
	if want := "/opt/vegeta -cpus 2 attack -targets /data/targets.txt -rate 1000/1s -duration 30s -timeout 10s -redirects -1"; got != want {
		t.Errorf("%s", got)
	}
	if report := a.reportCommand(); !slices.Equal(report[6:], []string{"/dev/fd/3"}) {
		t.Errorf("%v", report[6:])
	}
}

// maxArgStrlen is the longest argument that Linux takes (MAX_ARG_STRLEN, 32 pages).
const maxArgStrlen = 128 << 10

func TestBucketsFitIntoAnArgumentAndAreThoseOfTwoDigits(t *testing.T) {
	text := buckets()
	if len(text) >= maxArgStrlen {
		t.Fatalf("%d bytes", len(text))
	}
	var us []int64
	for _, bound := range strings.Split(strings.Trim(text, "[]"), ",") {
		d, err := time.ParseDuration(bound)
		if err != nil {
			t.Fatal(err)
		}
		us = append(us, d.Microseconds())
	}
	for i := 1; i < len(us); i++ {
		width := us[i] - us[i-1]
		if width > 1 && (us[i-1]%width != 0 || width*100 > us[i]) || us[i-1] < 256 && width != 1 {
			t.Fatalf("from %d to %d µs", us[i-1], us[i])
		}
	}
	if us[0] != 0 || us[len(us)-1] < 15_000_000 {
		t.Errorf("from %d to %d µs", us[0], us[len(us)-1])
	}
}

func TestAnAttackThatCannotBeDealtOutIsRefused(t *testing.T) {
	for want, change := range map[string]func(*Attack){
		"--vegeta and --targets":   func(a *Attack) { a.Program = "" },
		"are no attack":            func(a *Attack) { a.Processes = 0 },
		"2 requests per second":    func(a *Attack) { a.RequestsPerSecond = 2 },
		"2 connections cannot be":  func(a *Attack) { a.Connections = 2 },
		"-1 connections cannot be": func(a *Attack) { a.Connections = -1 },
	} {
		a := sample()
		change(&a)
		if err := a.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestSharesAddUp(t *testing.T) {
	for _, c := range [][2]int{{1000, 3}, {7, 7}, {100, 64}, {5, 1}} {
		sum := 0
		for i := range c[1] {
			sum += share(c[0], c[1], i)
		}
		if sum != c[0] {
			t.Error(strconv.Itoa(sum))
		}
	}
}
