package control

import (
	"encoding/json"
	"strings"
	"testing"

	"millionrps/agent/internal/cpulist"
	"millionrps/agent/internal/facts"
)

func TestUnknownFactsAreNullAndListsAreNever(t *testing.T) {
	encoded, err := json.Marshal(FactsOf(facts.Facts{NICs: []facts.NIC{{Name: "eth0"}}}))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"cores":null`, `"sockets":null`, `"virtualisation":null`, `"instanceType":null`, `"driver":null`, `"speedBitsPerSecond":null`,
		`"numaNode":null`, `"numaNodes":[]`, `"tools":[]`, `"missing":[]`, `"addresses":[]`, `"interrupts":[]`,
	} {
		if !strings.Contains(string(encoded), want) {
			t.Errorf("no %s in %s", want, encoded)
		}
	}
}

// A node of memory alone has an empty CPU list, which the contract's pattern refuses: the agent could never join.
func TestANUMANodeWithoutCPUsIsLeftOut(t *testing.T) {
	host := FactsOf(facts.Facts{NUMANodes: []facts.NUMANode{{Node: 0, CPUs: cpulist.List{0, 1}}, {Node: 1}}})
	if len(host.NumaNodes) != 1 || host.NumaNodes[0].Cpus != "0-1" {
		t.Errorf("%+v", host.NumaNodes)
	}
}
