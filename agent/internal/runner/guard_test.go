package runner

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"millionrps/agent/internal/fakeroot"
	"millionrps/agent/internal/tuning"
)

// What is left of the usual guard, a quarter of a lease of a minute, when a target has not ended in its third.
const leftToPutBack = 10 * time.Second

func TestTheGuardOfTheLeaseSufficesForEverySettingOfAGreatHost(t *testing.T) {
	tuner, err := tuning.Open(tuning.Config{Root: fakeroot.ENA128(t), Journal: filepath.Join(t.TempDir(), "tuning.jsonl")})
	if err != nil {
		t.Fatal(err)
	}
	governor := "performance"
	applying := time.Now()
	_, err = tuner.Apply(context.Background(), "run-1", tuning.Request{Wanted: tuning.Wanted{
		NIC: "eth0", InterruptAffinity: &tuning.Affinity{CPUs: "64-79", Spread: tuning.OneToOne}, PacketSteering: &tuning.PacketSteering{CPUs: "0-63"},
		FlowSteering:     &tuning.FlowSteering{Entries: 32768},
		TransmitSteering: &tuning.Affinity{CPUs: "all", Spread: tuning.All}, CPUGovernor: &governor,
		Sysctls: []tuning.Sysctl{{Name: "net.core.somaxconn", Value: "65535"}, {Name: "net.core.rmem_max", Value: "16777216"}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	restoring := time.Now()
	restored := tuner.Restore()
	took := time.Since(restoring)
	if !restored.Matches || len(restored.Knobs) < 190 {
		t.Errorf("%d knobs, %v", len(restored.Knobs), restored.Mismatches)
	}
	if took > leftToPutBack/10 {
		t.Errorf("putting back %d knobs took %s, of the %s that are left", len(restored.Knobs), took, leftToPutBack)
	}
	t.Logf("%d knobs: applied in %s, put back in %s", len(restored.Knobs), restoring.Sub(applying), took)
}
