package spec

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestConditionsOfTheCommandLineJoinThoseOfTheFile(t *testing.T) {
	for text, want := range map[string][]any{
		"question: x\n":                                    {"throughput >= -2%"},
		"question: x\nconditions: []\n":                    {"throughput >= -2%"},
		"question: x\nconditions: ['p99 latency <= 5%']\n": {"p99 latency <= 5%", "throughput >= -2%"},
	} {
		document := read(t, text)
		document.Require([]string{"throughput >= -2%"})
		if diff := cmp.Diff(map[string]any{"question": "x", "conditions": want}, body(t, document)); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
}
