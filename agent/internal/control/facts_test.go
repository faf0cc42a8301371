package control

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/facts"
	"millionrps/agent/internal/kernel/cpulist"
	"millionrps/agent/internal/loadgen"
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
		`"bandwidthBitsPerSecond":null`, `"privileges":[]`, `"targets":[]`, `"listeningPorts":[]`,
	} {
		if !strings.Contains(string(encoded), want) {
			t.Errorf("no %s in %s", want, encoded)
		}
	}
}

func TestAFaultOfTheConfigurationFileIsSaidWhereThereIsOne(t *testing.T) {
	if fault := FactsOf(facts.Facts{}).ConfigurationFault; fault != nil {
		t.Errorf("without one: %q", *fault)
	}
	if fault := FactsOf(facts.Facts{ConfigurationFault: "it is not JSON"}).ConfigurationFault; fault == nil || *fault != "it is not JSON" {
		t.Errorf("%v", fault)
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

func TestEveryToolSaysWhatItCanInTheWordsOfTheContract(t *testing.T) {
	var tools []facts.Tool
	for _, name := range loadgen.Names() {
		tools = append(tools, facts.Tool{Name: name, Path: "/bin/" + name, Version: "1"})
	}
	percentile := regexp.MustCompile(`^p\d+(_\d+)?$`)
	for _, tool := range append(FactsOf(facts.Facts{Tools: tools}).Tools, toolOf(facts.Tool{Name: "ab", Path: "/bin/ab"})) {
		a := tool.Abilities
		if tool.Name == "ab" {
			if a != nil {
				t.Errorf("what no driver knows can %+v", a)
			}
			continue
		}
		if a == nil || len(a.Loops) == 0 || !a.Workers.Valid() || a.ResolutionUs < 1 || len(a.Percentiles) == 0 {
			t.Fatalf("%s: %+v", tool.Name, a)
		}
		for _, l := range a.Loops {
			if !l.Loop.Valid() || !l.Latency.Valid() || l.ShortestSeconds < 1 || l.Poisson && l.Loop != contract.LoopOpen || l.Pipelining && l.Loop != contract.LoopClosed {
				t.Errorf("%s: %+v", tool.Name, l)
			}
		}
		for _, p := range a.Percentiles {
			if !percentile.MatchString(p) {
				t.Errorf("%s: %s", tool.Name, p)
			}
		}
		for _, r := range a.Refusals {
			if r.Mode == "" || r.Reason == "" {
				t.Errorf("%s: %+v", tool.Name, r)
			}
		}
		if shortest := a.Loops[0].ShortestSeconds; (shortest > 10) != (tool.Name == "wrk2") {
			t.Errorf("%s cannot be asked for less than %d s", tool.Name, shortest)
		}
	}
}
