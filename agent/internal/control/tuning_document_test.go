package control

import (
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

func TestAWrongTuningIsToldInAPersonsWords(t *testing.T) {
	for text, want := range map[string]string{
		`{"sysctls": {"a": "b"}}`:                   `sysctls must be a list of {"name", "value"}, not an object`,
		`{"sysctls": ["net.core.somaxconn=1"]}`:     `sysctls[0] must be {"name", "value"}, not "net.core.somaxconn=1"`,
		`{"sysctls": [{"name": "x", "value": 1}]}`:  "sysctls[0].value must be text in quotes, not 1",
		`{"sysctls": [{"name": "x"}]}`:              "sysctls[0].value is missing; it must be text in quotes",
		`{"sysctls": [{"nam": "x", "value": "1"}]}`: `it has the unknown field "sysctls[0].nam"; there are name, value`,
		`{"mtuBytes": "9000"}`:                      `mtuBytes must be a whole number, not "9000"`,
		`{"mtuBytes": 1500.5}`:                      "mtuBytes must be a whole number, not 1500.5",
		`{"mtuBytes": 99999999999999999999}`:        "mtuBytes must be a whole number, not 99999999999999999999",
		`{"cpuTurbo": "off"}`:                       `cpuTurbo must be true or false, not "off"`,
		`{"stopServices": "cron"}`:                  `stopServices must be a list of names in quotes, not "cron"`,
		`{"packetSteering": "all"}`:                 `packetSteering must be {"cpus"}, not "all"`,
		`{"packetSteering": {"cpus": [0, 1]}}`:      "packetSteering.cpus must be text in quotes, not a list",
		`{"packetSteering": {}}`:                    "packetSteering.cpus is missing; it must be text in quotes",
		`{"flowSteering": {}}`:                      "flowSteering.entries is missing; it must be a whole number",
		`{"flowSteering": {"entries": null}}`:       "flowSteering.entries must be a whole number, not null",
		`{"offloads": []}`:                          `offloads must be {"gro", "gso", "lro", "tso"}, not a list`,
		`{"mtuBytes": 1500, "mtuBytes": 9000}`:      `it has the field "mtuBytes" twice`,
		`{"offloads": {"gro": true, "gro": false}}`: `it has the field "offloads.gro" twice`,
		`{"NIC": "eth0"}`:                           `it has the unknown field "NIC"; there are`,
		`[]`:                                        `it must be an object, such as {"mtuBytes": 1500}, not a list`,
		`null`:                                      "not null",
		``:                                          "it is empty",
		"\n\n[]":                                    "not a list",
		"{\n\"nic\": nothing}":                      "line 2 is not JSON",
		`{"nic": "eth0"`:                            "the JSON ends in the middle",
		`{} x`:                                      "something follows the object",
	} {
		_, err := ParseTuning([]byte(text))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "contract.") || strings.Contains(err.Error(), "unmarshal") {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	asked, err := ParseTuning([]byte(`{"nic": null, "offloads": {"gro": false}, "packetSteering": {"cpus": "none"}, "sysctls": []}`))
	if err != nil || asked.Nic != nil || asked.Offloads == nil || *asked.Offloads.Gro || asked.PacketSteering == nil {
		t.Errorf("%+v, %v", asked, err)
	}
}

// The document's example has every field.
func TestTheDocumentsTuningHasEveryField(t *testing.T) {
	document, err := os.ReadFile("../../../docs/tuning.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```json\n(\\{\n  \"nic\".*?\n\\})\n```").FindSubmatch(document)
	if block == nil {
		t.Fatal("docs/tuning.md shows no tuning")
	}
	asked, err := ParseTuning(block[1])
	if err != nil {
		t.Fatal(err)
	}
	expectNoNull(t, reflect.ValueOf(asked), "")

	request, err := RequestOf(asked, "", "")
	if err != nil {
		t.Fatal(err)
	}
	wanted := reflect.ValueOf(request.Wanted)
	for i := range wanted.NumField() {
		if wanted.Field(i).IsZero() {
			t.Errorf("%s is asked for and does not reach the tuner", wanted.Type().Field(i).Name)
		}
	}
	if wanted.NumField() != reflect.TypeOf(asked).NumField() {
		t.Errorf("%d fields of the API become %d of the tuner", reflect.TypeOf(asked).NumField(), wanted.NumField())
	}
}

func expectNoNull(t *testing.T, value reflect.Value, path string) {
	t.Helper()
	if value.Kind() == reflect.Pointer {
		if value.IsNil() {
			t.Errorf("%s is not in the example", path)
			return
		}
		value = value.Elem()
	}
	if isObject(value.Type()) {
		for i := range value.NumField() {
			expectNoNull(t, value.Field(i), within(path, value.Type().Field(i).Name))
		}
	}
}
