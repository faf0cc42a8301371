package loadgen

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"millionrps/agent/internal/requests"
)

func TestToolsAreCalledExactly(t *testing.T) {
	closed := Load{URL: "http://127.0.0.1:8080", Requests: []requests.Request{requests.Get("/read", 60), requests.Get("/list", 40)}, Loop: Closed, Connections: 64, Pipelining: 1, DurationSeconds: 30, CPUs: 4, ScriptFolder: "/data"}
	open := closed
	open.Loop, open.RequestsPerSecond, open.Arrivals, open.Connections = Open, 5000, Constant, 0
	one := open
	one.Requests = only("/read")
	poisson := open
	poisson.Arrivals, poisson.Decompress, poisson.StartAtUs, poisson.Workers, poisson.Connections = Poisson, true, 1795291080318736, 3, 10
	for _, c := range []struct {
		tool string
		load Load
		want string
	}{
		{"wrk", closed, "/opt/wrk -t 2 -c 64 -d 30s --timeout 10s -s /data/wrk.lua http://127.0.0.1:8080/read statuses 1 1,2,1,2,1 /read /list"},
		{"autocannon", closed, "/opt/autocannon --json --no-progress -c 64 -p 1 -d 30 -w 2 --har /data/FILE http://127.0.0.1:8080"},
		{"oha", closed, "/opt/oha --no-tui --output-format json --disable-compression --redirect 0 -t 10s -z 30s -c 64 --urls-from-file /data/FILE"},
		{"oha", one, "/opt/oha --no-tui --output-format json --disable-compression --redirect 0 -t 10s -z 30s -c 50 -q 5000 --latency-correction -w http://127.0.0.1:8080/read"},
		{"wrk2", one, "/opt/wrk2 -t 2 -c 100 -d 30s --timeout 10s -R 5000 --latency -s /data/wrk.lua http://127.0.0.1:8080/read statuses"},
		{"vegeta", open, "SELF drive-vegeta --vegeta /opt/vegeta --targets /data/FILE --processes 2 --cpus-per-process 2 --rate 5000 --seconds 30"},
		{"k6", open, "/opt/k6 run --quiet --no-color --no-usage-report --log-output=file=/dev/stderr,level=error -e URL=http://127.0.0.1:8080 " +
			`-e PATHS=["/read","/list"] -e CYCLE=0,1,0,1,0 -e SECONDS=30 -e CONNECTIONS=0 -e RATE=5000 -e GZIP=0 /data/k6.js`},
		{"volley", closed, "/opt/volley volley --json --url http://127.0.0.1:8080/ --request /read=60 --request /list=40 --connections 64 --pipelining 1 --duration 30s --loops 2"},
		{"volley", poisson, "/opt/volley volley --json --url http://127.0.0.1:8080/ --request /read=60 --request /list=40 --connections 10 --pipelining 1 " +
			"--duration 30s --loops 3 --rate 5000 --arrivals poisson --start-at 1795291080318736 --decompress"},
	} {
		planned, err := Plan(driverOf(t, c.tool, "/opt/"+c.tool), c.load)
		if err != nil {
			t.Fatal(err)
		}
		want := strings.Replace(c.want, "SELF", self(), 1)
		if len(planned.Files) == 1 {
			want = strings.Replace(want, "FILE", planned.Files[0].Name, 1)
		}
		if diff := cmp.Diff(strings.Fields(want), planned.Argv); diff != "" {
			t.Errorf("%s: %s", c.tool, diff)
		}
	}
}

func TestAListOfRequestsIsTheCycleUnderANameOfItsOwn(t *testing.T) {
	l := rated(1000, 5)
	l.URL, l.Requests, l.Arrivals, l.CPUs = "http://127.0.0.1:8080/", []requests.Request{requests.Get("/read?x=1", 2), requests.Get("/list", 1)}, Constant, 2
	names := map[string]bool{}
	for range 2 {
		planned, err := Plan(driverOf(t, "vegeta", "/opt/vegeta"), l)
		if err != nil {
			t.Fatal(err)
		}
		names[planned.Files[0].Name] = true
		const read, list, plain = "GET http://127.0.0.1:8080/read?x=1\n", "GET http://127.0.0.1:8080/list\n", "Accept-Encoding: identity\n\n"
		want := read + plain + list + plain + read + plain
		if got := string(planned.Files[0].Text); got != want && len(names) == 1 {
			t.Errorf("%s", got)
		}
		l.Requests[0].Weight = 3
	}
	if len(names) != 2 {
		t.Errorf("%v", names)
	}
}

func TestVegetaIsNotAskedToDealOutLessThanItHasProcesses(t *testing.T) {
	d := driverOf(t, "vegeta", "/opt/vegeta")
	l := Load{URL: "http://x", Requests: only("/"), Loop: Open, RequestsPerSecond: 3, Arrivals: Constant, DurationSeconds: 1, CPUs: 64}
	if planned, err := Plan(d, l); err != nil || !strings.Contains(strings.Join(planned.Argv, " "), "--processes 3 ") {
		t.Errorf("%v, %v", planned.Argv, err)
	}
	l.Workers = 4
	if _, err := Plan(d, l); err == nil || !strings.Contains(err.Error(), "ask for at most 3 processes") {
		t.Error(err)
	}
	l.RequestsPerSecond, l.Connections = 100, 2
	if _, err := Plan(d, l); err == nil || !strings.Contains(err.Error(), "ask for at most 2 processes") {
		t.Error(err)
	}
}

// The address comes from elsewhere: it must not become another option, nor a line of a file that names another one to send.
func TestOnlyAnAddressOfATargetIsDriven(t *testing.T) {
	for _, url := range []string{"", "127.0.0.1:80", "-s/tmp/x.lua", "https://x", "http://", "http://x y", "http://x/\n@/etc/passwd", "http://x?a", "http://x#a", "http://a@x", "file:///etc/passwd"} {
		l := rated(1000, 5)
		l.URL, l.Requests, l.Arrivals, l.CPUs = url, only("/"), Constant, 2
		for _, tool := range []string{"vegeta", "volley"} {
			if planned, err := Plan(driverOf(t, tool, "/opt/"+tool), l); err == nil || !strings.Contains(err.Error(), "is not the address of a target") {
				t.Errorf("%q: %v, %v", url, planned.Argv, err)
			}
		}
	}
}

func TestWrk2IsNotAskedForLessThanItsCalibration(t *testing.T) {
	l := rated(1000, wrk2CalibrationSeconds)
	l.URL, l.Requests, l.Arrivals = "http://x", only("/"), Constant
	if _, err := Plan(driverOf(t, "wrk2", "/opt/wrk2"), l); err == nil || !strings.Contains(err.Error(), "ask for 20 s or more") {
		t.Error(err)
	}
}
