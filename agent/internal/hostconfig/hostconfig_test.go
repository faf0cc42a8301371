package hostconfig

import (
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTheFileIsTakenAsItIsWritten(t *testing.T) {
	for text, want := range map[string]map[string]int64{
		`{"nics": {"eth0": {"bandwidthBitsPerSecond": 12500000000}, "eth1": {"bandwidthBitsPerSecond": 1}}}`: {"eth0": 12_500_000_000, "eth1": 1},
		`{"nics": {"eth0": {}}}`: {},
		`{"nics": {}}`:           {},
		" {}\n":                  {},
	} {
		config, err := Parse([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if diff := cmp.Diff(want, config.BandwidthBitsPerSecond); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
}

func TestAMistakeIsOneSentence(t *testing.T) {
	for text, want := range map[string]string{
		``:                                     "is not JSON: line 1",
		"{\n\"nics\": {,}\n}":                  "is not JSON: line 2",
		`{"nics": {}} x`:                       "is not JSON: line 1",
		`{"nics": {}} {}`:                      "is not JSON: line 1",
		`[]`:                                   "must hold an object",
		`null`:                                 "must hold an object",
		`{"nic": {}}`:                          "has the unknown field nic; known fields: nics, targets, listeningPorts, listening, loadDestinations, addresses, certificateAuthorities, secrets and backends",
		`{"NICs": {}}`:                         "has the unknown field NICs; known fields: nics, targets, listeningPorts, listening, loadDestinations, addresses, certificateAuthorities, secrets and backends",
		`{"nics": {}, "nics": {}}`:             "has the field nics twice",
		"{\"nics\": [\n1]}":                    "has [1] for nics, which must be an object",
		`{"certificateAuthorities": "ca.pem"}`: `has "ca.pem" for certificateAuthorities, which must be the absolute path of a PEM file`,
		`{"certificateAuthorities": null}`:     `has null for certificateAuthorities`,
		`{"nics": []}`:                         "has [] for nics, which must be an object",
		`{"nics": null}`:                       "has null for nics, which must be an object",
		`{"nics": {"eth0": 5}}`:                "has 5 for nics.eth0, which must be an object",
		`{"nics": {"eth0": {"bandwidth": 5}}}`: "has the unknown field nics.eth0.bandwidth; known fields: nics.eth0.bandwidthBitsPerSecond",
		`{"nics": {"eth0": {"bandwidthBitsPerSecond": 0}}}`:                `has 0 for nics.eth0.bandwidthBitsPerSecond, which must be a whole number`,
		`{"nics": {"eth0": {"bandwidthBitsPerSecond": -5}}}`:               `has -5 for`,
		`{"nics": {"eth0": {"bandwidthBitsPerSecond": 1.5}}}`:              `has 1.5 for`,
		`{"nics": {"eth0": {"bandwidthBitsPerSecond": 1e10}}}`:             `has 1e10 for`,
		`{"nics": {"eth0": {"bandwidthBitsPerSecond": "10"}}}`:             `has "10" for`,
		`{"nics": {"eth0": {"bandwidthBitsPerSecond": null}}}`:             `has null for`,
		`{"nics": {"eth0": {"bandwidthBitsPerSecond": 9007199254740992}}}`: `has 9007199254740992 for`,
	} {
		_, err := Parse([]byte(text))
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

const everyField = `{"argv": ["/usr/bin/x", "--port", ""], "port": 9000, "healthPath": "/health?a=1", "user": "www-data",
	"environment": {"B": "", "A": "b=c"}, "pprofUrl": "http://127.0.0.1:6060/debug/pprof"}`

func TestTargetsAreTakenAsTheyAreWritten(t *testing.T) {
	config, err := Parse([]byte(`{"targets": {"my-server": ` + everyField + `, "a": {"argv": ["/a"], "port": 1, "healthPath": "/", "pprofUrl": "unix:/run/a.sock"}},
		"listeningPorts": [9000, 80, 9000]}`))
	if err != nil {
		t.Fatal(err)
	}
	want := Config{
		BandwidthBitsPerSecond: map[string]int64{},
		Targets: map[string]Target{
			"my-server": {
				Argv: []string{"/usr/bin/x", "--port", ""}, Port: 9000, HealthPath: "/health?a=1", User: "www-data",
				Environment: []string{"A=b=c", "B="}, Pprof: "http://127.0.0.1:6060/debug/pprof",
			},
			"a": {Argv: []string{"/a"}, Port: 1, HealthPath: "/", Pprof: "unix:/run/a.sock"},
		},
		ListeningPorts: []int{80, 9000},
		Secrets:        Secrets{},
		Backends:       map[string]Backend{},
	}
	if diff := cmp.Diff(want, config); diff != "" {
		t.Error(diff)
	}
}

func TestAMistakeInATargetIsOneSentence(t *testing.T) {
	with := func(from, to string) string { return strings.Replace(everyField, from, to, 1) }
	for target, want := range map[string]string{
		`5`:                                                                 "has 5 for targets.t, which must be an object",
		`{"argv": ["/x"], "healthPath": "/"}`:                               "lacks targets.t.port",
		`{"argv": ["/x"], "port": 1}`:                                       "lacks targets.t.healthPath",
		`{"port": 1, "healthPath": "/"}`:                                    "lacks targets.t.argv",
		with(`"port"`, `"ports"`):                                           "has the unknown field targets.t.ports; known fields: targets.t.argv, targets.t.port,",
		with(`"port": 9000`, `"port": 70000`):                               "has 70000 for targets.t.port, which must be a port",
		with(`"port": 9000`, `"port": "9000"`):                              `has "9000" for targets.t.port`,
		with(`"/usr/bin/x"`, `"x"`):                                         "has [\"x\",\"--port\",\"\"] for targets.t.argv, which must be a list of words",
		with(`"--port"`, `null`):                                            `for targets.t.argv`,
		with(`"--port"`, `"\u0000"`):                                        `for targets.t.argv`,
		with(`["/usr/bin/x", "--port", ""]`, `"/x"`):                        `has "/x" for targets.t.argv`,
		with(`["/usr/bin/x", "--port", ""]`, `[]`):                          `has [] for targets.t.argv`,
		with(`/health?a=1`, `health`):                                       `has "health" for targets.t.healthPath, which must be a path`,
		with(`/health?a=1`, `/a#b`):                                         `has "/a#b" for targets.t.healthPath`,
		with(`www-data`, `www data`):                                        `has "www data" for targets.t.user, which must be the name of a user`,
		with(`"www-data"`, `null`):                                          `has null for targets.t.user`,
		with(`"A"`, `"A=B"`):                                                `has the variable "A=B" in targets.t.environment`,
		with(`"b=c"`, `5`):                                                  `has no text for targets.t.environment.A: write its value in quotes`,
		with(`{"B": "", "A": "b=c"}`, `["A"]`):                              `has no object for targets.t.environment, whose fields are variables and their text`,
		with(`http://127.0.0.1:6060/debug/pprof`, `/`):                      `has "/" for targets.t.pprofUrl, which must be an address`,
		with(`http://127.0.0.1:6060/debug/pprof`, `http://127.0.0.1:6060/`): `for targets.t.pprofUrl`,
		with(`http://127.0.0.1:6060/debug/pprof`, `unix:x.sock`):            `for targets.t.pprofUrl`,
	} {
		_, err := Parse([]byte(`{"targets": {"t": ` + target + `}}`))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", target, err, want)
		}
	}
	for text, want := range map[string]string{
		`{"targets": {"My": ` + everyField + `}}`: `names a target "My": a name has`,
		`{"targets": []}`:                         "has [] for targets, which must be an object",
		`{"listeningPorts": 80}`:                  "has 80 for listeningPorts, which must be a list of ports",
		`{"listeningPorts": null}`:                "has null for listeningPorts",
		`{"listeningPorts": [80, 0]}`:             "has 0 for listeningPorts[1], which must be a port",
		`{"listeningPorts": ["80"]}`:              `has "80" for listeningPorts[0]`,
		`{"loadDestinations": "10.0.0.7"}`:        `has "10.0.0.7" for loadDestinations, which must be a list`,
		`{"loadDestinations": null}`:              "has null for loadDestinations",
		`{"loadDestinations": ["10.0.0.7", "x"]}`: `has "x" for loadDestinations[1], which must be an address`,
	} {
		if _, err := Parse([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func read(path string) (Config, error) {
	file, err := Open(path)
	return file.Config(), err
}

func TestANamedFileHasToBeThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "agent.json")
	if _, err := read(path); err == nil || !strings.Contains(err.Error(), "the configuration file cannot be read") {
		t.Errorf("a file that is not there: %v", err)
	}
	if err := os.WriteFile(path, []byte(`{"nics": {"eth0": {"bandwidthBitsPerSecond": 7}, "eth9": {"bandwidthBitsPerSecond": 8}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	config, err := read(path)
	if err != nil || config.BandwidthBitsPerSecond["eth0"] != 7 {
		t.Errorf("%+v, %v", config, err)
	}
	if diff := cmp.Diff([]string{"eth9"}, config.Unknown([]string{"lo", "eth0"})); diff != "" {
		t.Error(diff)
	}
	if err := os.WriteFile(path, []byte(`{"speed": 1}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := read(path); err == nil || err.Error() != "the configuration file "+path+" has the unknown field speed; known fields: nics, targets, listeningPorts, listening, loadDestinations, addresses, certificateAuthorities, secrets and backends" {
		t.Errorf("the sentence is %v", err)
	}
}

func TestDestinationsOfLoadAreNetworks(t *testing.T) {
	for text, want := range map[string][]netip.Prefix{
		`{}`:                       nil,
		`{"loadDestinations": []}`: {},
		`{"loadDestinations": ["10.0.0.7", "10.1.2.3/16", "fd00::2"]}`: {
			netip.MustParsePrefix("10.0.0.7/32"), netip.MustParsePrefix("10.1.0.0/16"), netip.MustParsePrefix("fd00::2/128"),
		},
	} {
		config, err := Parse([]byte(text))
		if err != nil || (config.LoadDestinations == nil) != (want == nil) || !slices.Equal(config.LoadDestinations, want) {
			t.Errorf("%s: %v, %v, want %v", text, config.LoadDestinations, err, want)
		}
	}
}

func TestAuthoritiesAreTakenAsTheyAreWritten(t *testing.T) {
	config, err := Parse([]byte(`{"certificateAuthorities": "/etc/ssl/ca.pem"}`))
	if err != nil || config.CertificateAuthorities != "/etc/ssl/ca.pem" {
		t.Errorf("%q, %v", config.CertificateAuthorities, err)
	}
}
