package hostconfig

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWhatTellsATargetApartIsTakenAsItIsWritten(t *testing.T) {
	config, err := Parse([]byte(`{"targets": {"t": {"argv": ["/x"], "port": 1, "healthPath": "/", "identityFiles": ["/etc/x", "/etc/y/*.conf"],
		"versionCommand": ["/x", "-v"]}, "u": {"argv": ["/x"], "port": 1, "healthPath": "/", "identityFiles": []}},
		"listeningPorts": [80, 8080], "listening": {"8080": {"identityFiles": ["/z"]}, "81": {}}}`))
	if err != nil {
		t.Fatal(err)
	}
	got := []Identity{config.Targets["t"].Identity, config.Targets["u"].Identity, config.Listening[8080], config.Listening[81], config.Listening[80]}
	want := []Identity{
		{Declared: true, Files: []string{"/etc/x", "/etc/y/*.conf"}, VersionCommand: []string{"/x", "-v"}},
		{Declared: true, Files: []string{}}, {Declared: true, Files: []string{"/z"}}, {}, {},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int{80, 81, 8080}, config.ListeningPorts); diff != "" {
		t.Error(diff)
	}
}

func TestAMistakeInWhatTellsATargetApartIsOneSentence(t *testing.T) {
	for field, want := range map[string]string{
		`"identityFiles": "/x"`:                 `has "/x" for targets.t.identityFiles, which must be a list of at most 100 absolute paths`,
		`"identityFiles": ["x"]`:                `has ["x"] for targets.t.identityFiles`,
		`"identityFiles": ["/["]`:               `for targets.t.identityFiles`,
		`"identityFiles": null`:                 `has null for targets.t.identityFiles`,
		`"identityFiles": [null]`:               `has [null] for targets.t.identityFiles`,
		`"versionCommand": ["nginx"]`:           `has ["nginx"] for targets.t.versionCommand, which must be a list of words`,
		`"versionCommand": "/usr/bin/nginx -v"`: `for targets.t.versionCommand`,
	} {
		_, err := Parse([]byte(`{"targets": {"t": {"argv": ["/x"], "port": 1, "healthPath": "/", ` + field + `}}}`))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", field, err, want)
		}
	}
	for text, want := range map[string]string{
		`{"listening": {"http": {}}}`:          `has "http" in listening, which must be a port`,
		`{"listening": {"080": {}}}`:           `has "080" in listening`,
		`{"listening": {"80": 5}}`:             "has 5 for listening.80, which must be an object",
		`{"listening": {"80": {"files": []}}}`: "has the unknown field listening.80.files; known fields: listening.80.identityFiles and listening.80.versionCommand",
	} {
		if _, err := Parse([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
