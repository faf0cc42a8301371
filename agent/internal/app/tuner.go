package app

import (
	"errors"
	"log/slog"
	"net/netip"

	"millionrps/agent/internal/folder"
	"millionrps/agent/internal/kernel/cpulist"
	"millionrps/agent/internal/process"
	"millionrps/agent/internal/tuning"
)

// hostRoot is where the host's files are. Only a build for tests can lead it elsewhere.
var hostRoot = "/"

// tuningJournal is the file in the data folder that says what must be restored.
const tuningJournal = "tuning.jsonl"

// hostTuner tunes this host.
type hostTuner struct{ *tuning.Tuner }

// openTuner takes over what the journal of a dead life holds. The limits are those of the programs that the launcher starts.
func openTuner(data *folder.Folder, launcher *process.Launcher, log *slog.Logger) (hostTuner, error) {
	t, err := tuning.Open(tuning.Config{Root: hostRoot, Journal: data.Path(tuningJournal), Log: log, Limits: launcher})
	return hostTuner{t}, err
}

// lookingTuner only looks at the host: it has no journal, so that it has nothing to write to.
func lookingTuner() (hostTuner, error) {
	t, err := tuning.Open(tuning.Config{Root: hostRoot, Limits: process.NewLauncher()})
	return hostTuner{t}, err
}

// CPUs implements runner.Tuner: what the plan of a target would say, which knows the NIC of an address.
func (h hostTuner) CPUs(choice string, target cpulist.List, address netip.Addr) (cpulist.List, error) {
	if choice == "not target" {
		return tuning.ResolveCPUs(hostRoot, choice, target, "")
	}
	plan, err := h.Plan(tuning.Request{TargetCPUs: choice, Address: address})
	if err == nil && plan.TargetCPUs == nil {
		err = errors.New("the host did not say which CPUs these are")
	}
	return plan.TargetCPUs, err
}
