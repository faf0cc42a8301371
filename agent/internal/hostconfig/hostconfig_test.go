package hostconfig

import (
	"os"
	"path/filepath"
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
		`{"nic": {}}`:                          "has the unknown field nic; there is nics",
		`{"NICs": {}}`:                         "has the unknown field NICs; there is nics",
		`{"nics": {}, "nics": {}}`:             "has the field nics twice",
		"{\"nics\": [\n1]}":                    "has [1] for nics, which must be an object",
		`{"nics": []}`:                         "has [] for nics, which must be an object",
		`{"nics": null}`:                       "has null for nics, which must be an object",
		`{"nics": {"eth0": 5}}`:                "has 5 for nics.eth0, which must be an object",
		`{"nics": {"eth0": {"bandwidth": 5}}}`: "has the unknown field nics.eth0.bandwidth; there is nics.eth0.bandwidthBitsPerSecond",
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

func TestANamedFileHasToBeThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "agent.json")
	if _, err := Read(path); err == nil || !strings.Contains(err.Error(), "the configuration file cannot be read") {
		t.Errorf("a file that is not there: %v", err)
	}
	if err := os.WriteFile(path, []byte(`{"nics": {"eth0": {"bandwidthBitsPerSecond": 7}, "eth9": {"bandwidthBitsPerSecond": 8}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	config, err := Read(path)
	if err != nil || config.BandwidthBitsPerSecond["eth0"] != 7 {
		t.Errorf("%+v, %v", config, err)
	}
	if diff := cmp.Diff([]string{"eth9"}, config.Unknown([]string{"lo", "eth0"})); diff != "" {
		t.Error(diff)
	}
	if err := os.WriteFile(path, []byte(`{"speed": 1}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(path); err == nil || err.Error() != "the configuration file "+path+" has the unknown field speed; there is nics" {
		t.Errorf("the sentence is %v", err)
	}
}
