package loadgen

import (
	"slices"
	"strings"
	"testing"
)

// asks is a load for each mode, over what every tool would otherwise drive.
func asks(d Driver) map[string]Load {
	loops := d.Abilities().Loops
	l := Load{
		URL: "http://127.0.0.1:9", Requests: only("/simple"), Loop: loops[0].Loop, Connections: 8, Pipelining: 1, RequestsPerSecond: 100,
		Arrivals: Constant, DurationSeconds: 30, CPUs: 4, ScriptFolder: "/data/tools",
	}
	asks := map[string]Load{"nothing more": l}
	for mode, change := range map[string]func(*Load){
		Closed:             func(l *Load) { l.Loop = Closed },
		Open:               func(l *Load) { l.Loop = Open },
		modePipelining:     func(l *Load) { l.Loop, l.Pipelining = Closed, 4 },
		modeOpenPipelining: func(l *Load) { l.Loop, l.Pipelining = Open, 4 },
		modePoisson:        func(l *Load) { l.Loop, l.Arrivals = Open, Poisson },
		modeMixes:          func(l *Load) { l.Requests = weighted(60, 40) },
		modeDecompress:     func(l *Load) { l.Decompress = true },
		modeWorkers:        func(l *Load) { l.Workers = 2 },
	} {
		asked := l
		change(&asked)
		asks[mode] = asked
	}
	return asks
}

func TestADriverPlansWhatItSaysItCanAndRefusesTheRestWithASentence(t *testing.T) {
	for _, name := range Names() {
		d := driverOf(t, name, "/opt/"+name)
		a := d.Abilities()
		loop := func(loop string) bool {
			return slices.ContainsFunc(a.Loops, func(l LoopAbility) bool { return l.Loop == loop })
		}
		can := map[string]bool{
			"nothing more": true, Closed: loop(Closed), Open: loop(Open), modePipelining: a.Pipelining, modeOpenPipelining: a.Pipelining && loop(Open),
			modePoisson: a.Poisson, modeMixes: a.Mixes, modeDecompress: a.Decompress, modeWorkers: a.Workers != NoOfWorkers,
		}
		for mode, l := range asks(d) {
			planned, err := Plan(d, l)
			if (err == nil) != can[mode] {
				t.Errorf("%s, %s: %v, it says that it can: %v", name, mode, err, can[mode])
			}
			if err != nil && !strings.Contains(err.Error(), name) {
				t.Errorf("%s, %s: %q does not name it", name, mode, err)
			}
			if err == nil && (len(planned.Argv) < 2 || !strings.HasPrefix(planned.Argv[0], "/")) {
				t.Errorf("%s, %s: %q", name, mode, planned.Argv)
			}
		}
		for _, r := range a.Refusals {
			if !strings.HasPrefix(r.Sentence, name) || !strings.ContainsAny(r.Sentence, ";") || strings.HasSuffix(r.Sentence, ".") {
				t.Errorf("%s: %q is no sentence with what to ask instead", name, r.Sentence)
			}
		}
		if a.ResolutionUs < 1 || len(a.Percentiles) == 0 || a.Loops[0].Label == "" {
			t.Errorf("%s: %+v", name, a)
		}
	}
}

func TestALoadThatIsNoneIsRefusedByEveryTool(t *testing.T) {
	for _, name := range Names() {
		d := driverOf(t, name, "/opt/"+name)
		for want, change := range map[string]func(*Load){
			"has no request":        func(l *Load) { l.Requests = nil },
			"is none":               func(l *Load) { l.DurationSeconds = 0 },
			"sends nothing":         func(l *Load) { l.Connections, l.RequestsPerSecond = 0, 0 },
			"neither closed nor":    func(l *Load) { l.Loop = "" },
			"cannot be sent":        func(l *Load) { l.Requests = []Request{{"/a b", 1}} },
			"the weight 0 cannot":   func(l *Load) { l.Requests = []Request{{"/a", 0}} },
			`request of "a" with`:   func(l *Load) { l.Requests = []Request{{"a", 1}} },
			"with the weight -1 ca": func(l *Load) { l.Requests = []Request{{"/a", -1}} },
		} {
			l := asks(d)["nothing more"]
			change(&l)
			if _, err := Plan(d, l); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q", name, err, want)
			}
		}
	}
}
