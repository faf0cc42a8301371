package loadgen

import (
	"slices"
	"testing"
)

func TestEveryKnownToolCanBeMadeAndInstalled(t *testing.T) {
	for _, name := range Names() {
		if d := driverOf(t, name, "/opt/"+name); d.Name() != name || d.Path() != "/opt/"+name {
			t.Errorf("%s became %s at %s", name, d.Name(), d.Path())
		}
		if Install(name) == "" {
			t.Errorf("how %s is installed: %q", name, Install(name))
		}
	}
	for name := range install {
		if !slices.Contains(Names(), name) {
			t.Errorf("the API offers %s, which has no driver", name)
		}
	}
	if Install("ab") != "" {
		t.Error("there is no driver of ab")
	}
}

func TestAToolThatCannotBeMadeSaysWhy(t *testing.T) {
	for _, c := range []struct {
		name    string
		command []string
		want    string
	}{
		{"ab", []string{"/usr/bin/ab"}, `"ab" is not a load generator that this agent can drive; it knows volley, autocannon, wrk, vegeta, oha, wrk2 and k6`},
		{"wrk", nil, "the tool wrk has no path"},
		{"wrk", []string{"bin/wrk"}, `the tool wrk must be given by absolute paths, not "bin/wrk"`},
	} {
		if _, err := New(c.name, c.command); err == nil || err.Error() != c.want {
			t.Errorf("%s %q: %v, want %s", c.name, c.command, err, c.want)
		}
	}
}
