package control

import (
	"encoding/json"
	"net/netip"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/tuning"
)

const everySetting = `{
  "nic": "eth0", "stopServices": ["irqbalance", "cron"], "nicQueues": 8,
  "interruptAffinity": {"cpus": "0-7", "spread": "one-to-one"}, "packetSteering": {"cpus": "not target"}, "flowSteering": {"entries": 0},
  "transmitSteering": {"cpus": "last 8", "spread": "all"}, "mtuBytes": 9001,
  "offloads": {"gro": true, "gso": false, "tso": null, "lro": null},
  "interruptCoalescing": {"adaptiveRx": false, "adaptiveTx": null, "rxUs": 0, "txUs": 64, "rxFrames": null, "txFrames": 1},
  "busyPolling": {"pollUs": 50, "readUs": null}, "sysctls": [{"name": "net.core.somaxconn", "value": "65535"}],
  "cpuGovernor": "performance", "cpuTurbo": false, "openFilesLimit": 65536, "transparentHugePages": "never"
}`

func numbered(n int) *int { return &n }

func TestEverySettingComesThrough(t *testing.T) {
	var asked contract.HostTuning
	if err := json.Unmarshal([]byte(everySetting), &asked); err != nil {
		t.Fatal(err)
	}
	yes, no, notTarget, performance, never := true, false, "not target", "performance", "never"
	want := tuning.Wanted{
		NIC: "eth0", StopServices: []string{"irqbalance", "cron"}, NICQueues: numbered(8),
		InterruptAffinity: &tuning.Affinity{CPUs: "0-7", Spread: "one-to-one"}, PacketSteering: &tuning.PacketSteering{CPUs: notTarget}, FlowSteering: &tuning.FlowSteering{},
		TransmitSteering: &tuning.Affinity{CPUs: "last 8", Spread: "all"}, MTUBytes: numbered(9001),
		Offloads:            &tuning.Offloads{GRO: &yes, GSO: &no},
		InterruptCoalescing: &tuning.Coalescing{AdaptiveRx: &no, RxUs: numbered(0), TxUs: numbered(64), TxFrames: numbered(1)},
		BusyPolling:         &tuning.BusyPolling{PollUs: numbered(50)}, Sysctls: []tuning.Sysctl{{Name: "net.core.somaxconn", Value: "65535"}},
		CPUGovernor: &performance, CPUTurbo: &no, OpenFilesLimit: numbered(65536), TransparentHugePages: &never,
	}
	got, err := wantedOf(asked)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
	address := "fd37::2"
	request, err := RequestOf(asked, notTarget, address)
	if err != nil || request.Address != netip.MustParseAddr("fd37::2") || request.TargetCPUs != notTarget {
		t.Errorf("%+v, %v", request, err)
	}
}

func TestNothingAskedIsNothingWanted(t *testing.T) {
	got, err := requestOf(nil, nil, nil)
	if diff := cmp.Diff(tuning.Wanted{}, got.Wanted); diff != "" || err != nil || got.TargetCPUs != "" || got.Address.IsValid() {
		t.Errorf("%v, %+v %s", err, got, diff)
	}
}

func TestSteeringThatIsNoTextIsRefused(t *testing.T) {
	// An empty choice is one that the tuner refuses.
	for text, want := range map[string]string{
		`{"packetSteering": {"cpus": 7}}`: "PacketSteering.CPUs", `{"packetSteering": {"cpus": null}}`: "", `{"packetSteering": {}}`: "",
	} {
		var asked contract.HostTuning
		if err := json.Unmarshal([]byte(text), &asked); err != nil {
			t.Fatal(err)
		}
		wanted, err := wantedOf(asked)
		if want == "" && (err != nil || *wanted.PacketSteering != tuning.PacketSteering{}) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %+v, %v", text, wanted.PacketSteering, err)
		}
	}
}
