package control

import (
	"encoding/json"
	"strings"
	"testing"

	"millionrps/agent/internal/cpulist"
	"millionrps/agent/internal/facts"
	"millionrps/agent/internal/privileges"
)

func TestUnknownFactsAreNullAndListsAreNever(t *testing.T) {
	encoded, err := json.Marshal(FactsOf(facts.Facts{NICs: []facts.NIC{{Name: "eth0"}}}))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"cores":null`, `"sockets":null`, `"virtualisation":null`, `"instanceType":null`, `"driver":null`, `"speedBitsPerSecond":null`,
		`"numaNode":null`, `"numaNodes":[]`, `"tools":[]`, `"missing":[]`, `"addresses":[]`, `"interrupts":[]`,
		`"bandwidthBitsPerSecond":null`, `"privileges":[]`,
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

func TestWhatTheAgentMayDoIsSaidInTheWordsOfTheContract(t *testing.T) {
	held := []privileges.Privilege{privileges.Services}
	for _, capability := range privileges.Capabilities {
		held = append(held, capability.Privilege)
	}
	bandwidth := int64(12_500_000_000)
	host := FactsOf(facts.Facts{Privileges: held, NICs: []facts.NIC{{Name: "eth0", BandwidthBitsPerSecond: &bandwidth}}})
	if len(host.Privileges) != len(held) || *host.Nics[0].BandwidthBitsPerSecond != bandwidth {
		t.Errorf("%+v", host)
	}
	for _, privilege := range host.Privileges {
		if !privilege.Valid() {
			t.Errorf("the contract does not know %q", privilege)
		}
	}
}
