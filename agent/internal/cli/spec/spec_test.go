package spec

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"millionrps/agent/internal/cli/api"
)

const (
	web  = "01900000-0000-7000-8000-000000000001"
	load = "01900000-0000-7000-8000-000000000002"
)

var hosts = []api.HostState{{Id: web, Name: "web-1"}, {Id: load, Name: "load"}, {Id: "01900000-0000-7000-8000-000000000003", Name: "twin"}, {Id: "01900000-0000-7000-8000-000000000004", Name: "twin"}}

func read(t *testing.T, text string) *Document {
	t.Helper()
	document, err := Read("bench.yaml", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return document
}

func body(t *testing.T, document *Document) any {
	t.Helper()
	text, err := document.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	return value
}

func TestYAMLAndJSONAreTheSameSpec(t *testing.T) {
	yaml := "name: a run\nspec:\n  seed: 0\n  day: 2026-11-26\n  tls: false\n  none: null\n  path: /a?b=${x}\n  half: 0.5\n"
	// Tabs and halves of characters are JSON, and not YAML.
	jsonText := "{\t\"name\": \"a run\",\n\t\"spec\": {\"seed\": 0, \"day\": \"2026-11-26\", \"tls\": false, \"none\": null, \"path\": \"\\/a?b=${x}\", \"half\": 0.5}}"
	want := map[string]any{"name": "a run", "spec": map[string]any{"seed": 0.0, "day": "2026-11-26", "tls": false, "none": nil, "path": "/a?b=1", "half": 0.5}}
	for _, text := range []string{yaml, jsonText} {
		document := read(t, text)
		if err := document.Fill(map[string]string{"x": "1"}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, body(t, document)); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
}

func TestVariablesFillTextsAndNeverTheStructure(t *testing.T) {
	document := read(t, "connections: ${n}\ntext: '${n}'\npath: /items/${n}\nquoted: \"${evil}\"\nplain: ${evil}\nliteral: $${n}\nflag: ${flag}\nday: ${day}\n")
	values, err := Variables([]string{"n=64", "evil=a: [b", "flag=true", "day=2026-01-02"})
	if err != nil {
		t.Fatal(err)
	}
	if err := document.Fill(values); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"connections": 64.0, "text": "64", "path": "/items/64", "quoted": "a: [b", "plain": "a: [b", "literal": "${n}", "flag": true, "day": "2026-01-02"}
	if diff := cmp.Diff(want, body(t, document)); diff != "" {
		t.Error(diff)
	}
}

func TestFaultsOfVariablesNameLineAndFlag(t *testing.T) {
	for want, values := range map[string]map[string]string{
		"bench.yaml:2: ${n} has no value: give --var n=...": {},
		"has no variable ${m}":                              {"n": "1", "m": "2"},
	} {
		if err := read(t, "name: x\nload: ${n}\n").Fill(values); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	for _, wrong := range [][]string{{"n"}, {"=1"}, {"a b=1"}, {"n=1", "n=2"}} {
		if _, err := Variables(wrong); err == nil {
			t.Errorf("%v is taken", wrong)
		}
	}
}

func TestWhatIsNoSpecIsRefusedInASentence(t *testing.T) {
	for text, want := range map[string]string{
		"":                  "bench.yaml: is empty",
		"- a\n":             "holds no spec",
		"just words":        "holds no spec",
		"a: 1\n---\na: 2\n": "holds several documents",
		"a: 1\n b: 2\n":     "bench.yaml: line 2",
		"{\"a\": 1,\n\n}":   "bench.yaml: line 3",
		"{\"a\": 1}\n{}":    "bench.yaml: line 2: something follows",
		"{\"a\":":           "bench.yaml: line 1",
	} {
		_, err := Read("bench.yaml", strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	for text, want := range map[string]string{
		"a: 1\na: 2\n": "already defined at line 1",
		"a: .inf\n":    "JSON cannot say",
	} {
		if _, err := read(t, text).JSON(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestAFewLinesDoNotUnfoldToGigabytes(t *testing.T) {
	text := "a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1]\n"
	for letter := 'b'; letter < 'k'; letter++ {
		before := string(letter - 1)
		text += string(letter) + ": &" + string(letter) + " [" + strings.Repeat("*"+before+", ", 8) + "*" + before + "]\n"
	}
	if _, err := read(t, text).JSON(); err == nil || !strings.Contains(err.Error(), "excessive aliasing") {
		t.Error(err)
	}
}

func TestHostsAreNamedWhereSpecsAndChangesNameThem(t *testing.T) {
	document := read(t, `
spec: {server: {host: web-1, address: null}, clients: [{host: load}, {host: `+web+`}, {hostId: `+load+`}], backend: null, requests: [{headers: [{host: web-1}]}]}
baseline: {spec: {server: {host: web-1}, clients: [{host: load}]}}
variants:
  - changes:
      - {path: /server/host, value: load}
      - {path: /clients/0, value: {host: web-1}}
      - {path: /clients, value: [{host: web-1}]}
      - {path: /load/tool, value: web-1}
`)
	if err := document.ResolveHosts(hosts); err != nil {
		t.Fatal(err)
	}
	id := func(id string) map[string]any { return map[string]any{"hostId": id} }
	want := map[string]any{
		"spec": map[string]any{
			"server": map[string]any{"hostId": web, "address": nil}, "clients": []any{id(load), id(web), id(load)}, "backend": nil,
			"requests": []any{map[string]any{"headers": []any{map[string]any{"host": "web-1"}}}},
		},
		"baseline": map[string]any{"spec": map[string]any{"server": id(web), "clients": []any{id(load)}}},
		"variants": []any{map[string]any{"changes": []any{
			map[string]any{"path": "/server/hostId", "value": load}, map[string]any{"path": "/clients/0", "value": id(web)},
			map[string]any{"path": "/clients", "value": []any{id(web)}}, map[string]any{"path": "/load/tool", "value": "web-1"},
		}}},
	}
	if diff := cmp.Diff(want, body(t, document)); diff != "" {
		t.Error(diff)
	}
}

func TestAHostThatIsNotThereIsNamedWithItsLine(t *testing.T) {
	for place, want := range map[string]string{
		"{host: web-2}":                      "bench.yaml:2: there is no host web-2; there are: web-1, load, twin, twin",
		"{host: twin}":                       "bench.yaml:2: 2 hosts are called twin: give the id of one",
		"{host: web-1, hostId: " + web + "}": "has both host and hostId",
	} {
		err := read(t, "spec:\n  server: "+place+"\n").ResolveHosts(hosts)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", place, err, want)
		}
	}
}

func TestFaultsOfTheInstanceNameLineAndField(t *testing.T) {
	document := read(t, "name: x\nspec:\n  server: {host: web-1}\n  load:\n    steps:\n      - connections: 0\n      - connectoins: 5\n")
	if err := document.ResolveHosts(hosts); err != nil {
		t.Fatal(err)
	}
	got := document.Faults([]api.ProblemField{
		{Path: "spec.load.steps.0.connections", Message: "too small"},
		{Path: "spec.load.steps.1", Message: "has fields that are not known: connectoins"},
		{Path: "spec.load.tool", Message: "is missing"},
		{Path: "spec.server.hostId", Message: "is offline"},
		{Path: "", Message: "is no run"},
	})
	want := "bench.yaml:6: spec.load.steps.0.connections: too small\nbench.yaml:7: spec.load.steps.1: has fields that are not known: connectoins\n" +
		"bench.yaml:4: spec.load.tool: is missing\nbench.yaml:3: spec.server.host: is offline\nbench.yaml:1: is no run"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestWhatIsSavedIsReadBackAsItWas(t *testing.T) {
	spec := `{"name":"yes","spec":{"server":{"hostId":"` + web + `","address":null},"clients":[{"hostId":"` + load + `"}],"body":"a: ${x}\n#b","when":"2026-11-26","number":"64","z":1,"a":1.5}}`
	var saved bytes.Buffer
	if err := Save(&saved, []byte(spec), map[string]string{web: "web-1"}, "http://x/schema"); err != nil {
		t.Fatal(err)
	}
	text := saved.String()
	for _, want := range []string{"# yaml-language-server: $schema=http://x/schema\n", "host: web-1", "hostId: " + load} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if strings.Index(text, "z: 1") > strings.Index(text, "a: 1.5") {
		t.Errorf("the order of the fields is another:\n%s", text)
	}
	document := read(t, text)
	if err := document.Fill(nil); err != nil {
		t.Fatal(err)
	}
	if err := document.ResolveHosts(hosts); err != nil {
		t.Fatal(err)
	}
	var want any
	if err := json.Unmarshal([]byte(spec), &want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, body(t, document)); diff != "" {
		t.Error(diff)
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{"name: ${x}\nspec: {server: {host: web-1}}\n", `{"a": ["${x}", 1e3, null]}`, "a: &a {b: *a}\n", "<<: {a: 1}\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		document, err := Read("fuzz", strings.NewReader(text))
		if err != nil || document.Fill(map[string]string{"x": "1"}) != nil {
			return
		}
		_ = document.ResolveHosts(hosts)
		if body, err := document.JSON(); err == nil && !json.Valid(body) {
			t.Errorf("%q becomes %q", text, body)
		}
	})
}
