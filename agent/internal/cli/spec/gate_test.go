package spec

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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
			"variants": variant("new", change("/target/revision", head)),
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
