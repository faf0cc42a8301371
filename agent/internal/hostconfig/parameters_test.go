package hostconfig

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const withParameters = `{"targets": {"shop": {
	"argv": ["/usr/sbin/nginx", "-g", "worker_processes {{workers}};"], "port": 8080, "healthPath": "/",
	"environment": {"MODE": "{{mode}}-{{workers}}"},
	"parameters": {"workers": {"values": [1, 2, 4], "default": 2}, "mode": {"values": ["fast", "safe"]}}
}}}`

func TestATargetIsFilledWithWhatTheRunChose(t *testing.T) {
	config, err := Parse([]byte(withParameters))
	if err != nil {
		t.Fatal(err)
	}
	shop := config.Targets["shop"]
	want := []Parameter{{"mode", []string{"fast", "safe"}, "fast"}, {"workers", []string{"1", "2", "4"}, "2"}}
	if diff := cmp.Diff(want, shop.Parameters); diff != "" {
		t.Error(diff)
	}
	for _, tt := range []struct {
		chosen   map[string]string
		argument string
		variable string
	}{
		{nil, "worker_processes 2;", "MODE=fast-2"},
		{map[string]string{"workers": "4", "mode": "safe"}, "worker_processes 4;", "MODE=safe-4"},
	} {
		values, err := shop.Values(tt.chosen)
		filled := shop.With(values)
		if err != nil || filled.Argv[2] != tt.argument || filled.Environment[0] != tt.variable {
			t.Errorf("%v: %q %q, %v", tt.chosen, filled.Argv, filled.Environment, err)
		}
	}
	if shop.Argv[2] != "worker_processes {{workers}};" {
		t.Errorf("filling changed the file's own words: %q", shop.Argv)
	}
	for chosen, sentence := range map[[2]string]string{
		{"workers", "3"}:   "does not allow 3 for workers; it allows 1, 2, 4",
		{"threads", "1"}:   "has no parameter threads",
		{"workers", "1;x"}: "does not allow 1;x for workers; it allows 1, 2, 4",
	} {
		if _, err := shop.Values(map[string]string{chosen[0]: chosen[1]}); err == nil || err.Error() != sentence {
			t.Errorf("%v: %v", chosen, err)
		}
	}
}

func TestAParameterThatCannotBeIsRefused(t *testing.T) {
	for _, tt := range []struct{ from, to, sentence string }{
		{`[1, 2, 4]`, `[]`, "has no list of 1 to 100 values in targets.shop.parameters.workers.values"},
		{`[1, 2, 4]`, `[1, "1"]`, `has "1" twice in targets.shop.parameters.workers.values`},
		{`[1, 2, 4]`, `[1, 2.5]`, "must be a whole number or a text"},
		{`"default": 2`, `"default": 3`, "must be one of its values"},
		{`"workers": {`, `"2workers": {`, "begins with a letter"},
		{`{{mode}}-{{workers}}`, `{{workers}}`, "has the parameter mode in targets.shop, and neither argv nor environment has a place {{mode}}"},
		{`{{mode}}-{{workers}}`, `{{mode}}-{{size}}`, "has a place {{size}} in targets.shop, and no parameter of that name"},
		{`/usr/sbin/nginx`, `/usr/sbin/{{mode}}`, "has a parameter in the path of the program"},
		{`"values": ["fast", "safe"]`, `"values": ["fast"], "most": 3`, "most"},
	} {
		_, err := Parse([]byte(strings.Replace(withParameters, tt.from, tt.to, 1)))
		if err == nil || !strings.Contains(err.Error(), tt.sentence) {
			t.Errorf("%s: %v", tt.to, err)
		}
	}
}
