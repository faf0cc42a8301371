package spec

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"millionrps/agent/internal/cli/api"
)

func TestConditionsAndCommitsOfTheCommandLineJoinThoseOfTheFile(t *testing.T) {
	base, head := strings.Repeat("a", 40), strings.Repeat("b", 40)
	change := func(path, value string) map[string]any { return map[string]any{"path": path, "value": value} }
	variant := func(name string, changes ...any) []any {
		return []any{map[string]any{"name": name, "changes": changes}}
	}
	for text, want := range map[string]map[string]any{
		"":             {"variants": variant(head[:12], change("/target/revision", head))},
		"variants: []": {"variants": variant(head[:12], change("/target/revision", head))},
		"conditions: [p99 latency <= 5%]": {
			"variants": variant(head[:12], change("/target/revision", head)), "conditions": []any{"p99 latency <= 5%", "throughput >= -2%"},
		},
		"variants: [{name: new, changes: [{path: /load/tool, value: wrk}]}]": {
			"variants": variant("new", change("/load/tool", "wrk"), change("/target/revision", head)),
		},
		"variants: [{name: new, changes: [{path: /target/revision, value: c}]}]": {
			"variants": variant(head[:12], change("/target/revision", head)),
		},
	} {
		document := read(t, "baseline: {spec: {target: {kind: named, revision: null}}}\n"+text+"\n")
		if err := document.Compare(base, head); err != nil {
			t.Fatal(err)
		}
		document.Require([]string{"throughput >= -2%"})
		want["baseline"] = map[string]any{"spec": map[string]any{"target": map[string]any{"kind": "named", "revision": base}}}
		if want["conditions"] == nil {
			want["conditions"] = []any{"throughput >= -2%"}
		}
		if diff := cmp.Diff(map[string]any(want), body(t, document)); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
}

func TestCommitsNeedATargetAndOneVariant(t *testing.T) {
	for text, want := range map[string]string{
		"name: a run\n": "baseline.spec.target is missing",
		"baseline: {spec: {target: {}}}\nvariants: [{changes: []}, {changes: []}]\n": "the file has 2",
		"baseline: {spec: {target: {}}}\nvariants: [{name: x}]\n":                    "has no list of changes",
	} {
		if err := read(t, text).Compare(strings.Repeat("a", 40), strings.Repeat("b", 40)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestNamesThatTellACommitTellTheOneThatIsMeasured(t *testing.T) {
	base, head := strings.Repeat("a", 40), strings.Repeat("b", 40)
	const was, is = "4564c35000000000000000000000000000000000", "1f8fe8b000000000000000000000000000000000"
	for _, one := range []struct{ baseline, variant, more, wantBaseline, wantVariant string }{
		{"revision 4564c35", "revision 1f8fe8b", "", "revision aaaaaaa", "revision bbbbbbb"},
		{"4564c3500000", "revision 7d1f00e", "", "aaaaaaaaaaaa", "revision bbbbbbb"},
		{"main", "the faster parser", "", "main", "bbbbbbbbbbbb"},
		{"one process of 20261127", "wrk", ", {path: /load/tool, value: wrk}", "one process of 20261127", "wrk"},
		{"defaced", "wrk on 1f8fe8b", ", {path: /load/tool, value: wrk}", "defaced", "wrk on bbbbbbb"},
	} {
		document := read(t, "baseline: {name: "+one.baseline+", spec: {target: {kind: named, revision: "+was+"}}}\n"+
			"variants: [{name: "+one.variant+", changes: [{path: /target/revision, value: "+is+"}"+one.more+"]}]\n")
		if err := document.Compare(base, head); err != nil {
			t.Fatal(err)
		}
		got := body(t, document).(map[string]any)
		baseline := got["baseline"].(map[string]any)["name"]
		variant := got["variants"].([]any)[0].(map[string]any)["name"]
		if baseline != one.wantBaseline || variant != one.wantVariant {
			t.Errorf("%s, %s: %v, %v", one.baseline, one.variant, baseline, variant)
		}
	}
}

func TestAFaultOfAFlagIsSaidOfTheFlag(t *testing.T) {
	document := read(t, "name: x\nbaseline: {spec: {target: {revision: null}}}\nconditions:\n  - throughput >= -2%\n")
	document.Require([]string{"speed >= 1%"})
	document.Set("name", "--name", "")
	if err := document.Compare(strings.Repeat("a", 40), strings.Repeat("b", 40)); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"conditions.0":                  "bench.yaml:4: conditions.0: wrong",
		"conditions.1":                  "--require 'speed >= 1%': wrong",
		"name":                          "--name '': wrong",
		"baseline.spec.target.revision": "--base " + strings.Repeat("a", 40) + ": wrong",
		"variants.0.changes.0.value":    "--head " + strings.Repeat("b", 40) + ": wrong",
	} {
		if got := document.Faults([]api.ProblemField{{Path: path, Message: "wrong"}}); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}
