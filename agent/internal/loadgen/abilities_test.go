package loadgen

import (
	"slices"
	"strings"
	"testing"

	"millionrps/agent/internal/requests"
)

const emptySHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

// secured makes a load one by TLS as the tool can have it.
func secured(d Driver, l *Load) *TLS {
	has := func(mode string) bool { return slices.Contains(d.Abilities().Modes, mode) }
	l.URL, l.TLS = "https://127.0.0.1:9", &TLS{Any: !has(modeTLSHost), Resume: has(modeTLSResume)}
	return l.TLS
}

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
		modeMethod:         func(l *Load) { l.Requests[0].Method = "DELETE" },
		modeHeaders: func(l *Load) {
			value := "de"
			l.Requests[0].Headers = []requests.Header{{Name: "Accept-Language", Value: &value}}
		},
		modeBody: func(l *Load) {
			l.Requests[0].Method, l.Requests[0].Body = "POST", &requests.Body{Kind: requests.Text, Text: "a"}
		},
		modeBodyFile: func(l *Load) {
			l.Requests[0].Method = "PUT"
			l.Requests[0].Body = &requests.Body{Kind: requests.Stored, SHA256: emptySHA256, FileName: "empty", Path: "/dev/null"}
		},
		modeExpect: func(l *Load) {
			status := 404
			l.Requests[0].Expect.Status = &status
		},
		modeVariables: func(l *Load) {
			l.Variables = []requests.Variable{{Name: "n", Kind: requests.Counter}}
			l.Requests[0].Path = "/{{n}}"
		},
		modeSecrets: func(l *Load) {
			secret := "token"
			l.Requests[0].Headers = []requests.Header{{Name: "Authorization", Secret: &secret}}
		},
		modeTLS:                   func(l *Load) { secured(d, l) },
		modeHTTP2:                 func(l *Load) { l.Protocol = HTTP2 },
		modeTLSServerName:         func(l *Load) { secured(d, l).ServerName = "shop.example.org" },
		modeTLSAny:                func(l *Load) { secured(d, l).Any = true },
		modeTLSHost:               func(l *Load) { secured(d, l).Any = false },
		modeTLSResume:             func(l *Load) { secured(d, l).Resume = true },
		modeTLSNoResume:           func(l *Load) { secured(d, l).Resume = false },
		modeCookies:               func(l *Load) { l.Cookies = true },
		modeRequestsPerConnection: func(l *Load) { l.RequestsPerConnection = 10 },
	} {
		asked := l
		asked.Requests = only("/simple")
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
		for _, mode := range append(slices.Clone(requestModes), transportModes...) {
			can[mode] = slices.Contains(a.Modes, mode)
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
			"there is no request": func(l *Load) { l.Requests = nil },
			"is none":             func(l *Load) { l.DurationSeconds = 0 },
			"sends nothing":       func(l *Load) { l.Connections, l.RequestsPerSecond = 0, 0 },
			"neither closed nor":  func(l *Load) { l.Loop = "" },
			"must begin with /":   func(l *Load) { l.Requests = []requests.Request{requests.Get("/a b", 1)} },
			"has the weight 0;":   func(l *Load) { l.Requests = []requests.Request{requests.Get("/a", 0)} },
			"request GET a must":  func(l *Load) { l.Requests = []requests.Request{requests.Get("a", 1)} },
			"has the weight -1;":  func(l *Load) { l.Requests = []requests.Request{requests.Get("/a", -1)} },
		} {
			l := asks(d)["nothing more"]
			change(&l)
			if _, err := Plan(d, l); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q", name, err, want)
			}
		}
	}
}

func TestToolsThatWaitForABodyAreNotAskedForHEAD(t *testing.T) {
	for _, name := range []string{"autocannon", "wrk", "wrk2"} {
		d := driverOf(t, name, "/opt/"+name)
		l := asks(d)["nothing more"]
		l.Requests = only("/simple")
		l.Requests[0].Method = "HEAD"
		if _, err := Plan(d, l); err == nil || !strings.Contains(err.Error(), name+" waits for the body") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
