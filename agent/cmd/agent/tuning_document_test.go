package main

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"millionrps/agent/internal/contract"
)

// The document's example, which has every field, is planned as it stands.
func TestTheDocumentsTuningCanBePlanned(t *testing.T) {
	document, err := os.ReadFile("../../../docs/tuning.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```json\n(\\{\n  \"nic\".*?\n\\})\n```").FindSubmatch(document)
	if block == nil {
		t.Fatal("docs/tuning.md shows no tuning")
	}
	var asked map[string]any
	if err := json.Unmarshal(block[1], &asked); err != nil {
		t.Fatal(err)
	}
	m := newMadeUp(t)
	before := m.files()
	command := m.command("plan", "--tuning", "-")
	command.Stdin = strings.NewReader(string(block[1]))
	stdout, stderr, status := say(t, command)
	if status != 0 || !strings.Contains(stdout, "sysctl/net.ipv4.ip_local_port_range") || !maps.Equal(m.files(), before) {
		t.Errorf("exit status %d, %s\n%s", status, stderr, stdout)
	}
	command = m.command("plan", "--tuning", "-", "--json")
	command.Stdin = strings.NewReader(string(block[1]))
	stdout, _, _ = say(t, command)
	var plan contract.TuningPlan
	if err := json.Unmarshal([]byte(stdout), &plan); err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(asked)) {
		planned := slices.ContainsFunc(plan.Changes, func(c contract.PlannedChange) bool { return string(c.Setting) == name })
		if !planned && name != "nic" {
			t.Errorf("%s is not in the plan", name)
		}
	}
}
