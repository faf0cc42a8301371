package runner

import (
	"net/netip"

	"millionrps/agent/internal/backend"
	"millionrps/agent/internal/identity"
	"millionrps/agent/internal/kernel/cpulist"
	"millionrps/agent/internal/loadgen"
	"millionrps/agent/internal/preflight"
	"millionrps/agent/internal/revisions"
	"millionrps/agent/internal/sampler"
	"millionrps/agent/internal/tuning"
)

// Reporter takes what a run produced, in order, and keeps it until it is delivered. It does not wait for the network. Safe for
// concurrent use.
type Reporter interface {
	Layout(id string, columns []string) error
	// Frame copies the values.
	Frame(runID, layoutID string, boundary bool, frame sampler.Frame) error
	Outcome(Outcome) error
	TargetExited(TargetExited) error
	Snapshot(runID string, moment Moment, snapshot tuning.Snapshot) error
	// Restored is for a host that was put back without having been told to.
	Restored(runID string, result tuning.Restored) error
}

// Status of an outcome.
type Status string

// The statuses on the wire.
const (
	Succeeded   Status = "succeeded"
	Failed      Status = "failed"
	Interrupted Status = "interrupted"
)

// Outcome is what became of one command. It is kept as JSON in the journal. Exactly one result is set when it succeeded, none
// for stop.
type Outcome struct {
	CommandID string
	Type      string
	Status    Status
	Failure   *Failure
	Command   []string
	Artifacts []Artifact

	Prepared *Prepared
	Tuned    *tuning.Applied
	Backends *StartedBackends
	Target   *StartedTarget
	// Services are results of StartBackends, and of StartTarget where the target's services are on its own host: what each was.
	Services []backend.Identity
	// Preflight is the result of the command of that name, an answer for each request.
	Preflight []preflight.Answer
	// WindowEdgeAtUs is the result of OpenWindow and CloseWindow: when the boundary sample was taken.
	WindowEdgeAtUs int64
	Load           *LoadDone
	// Placement and Drift are results of a measured step: of DriveLoad and CloseWindow.
	Placement *Placement
	Drift     []tuning.Drift
	// OtherUses are results of a measured step, too: what competed on this host meanwhile, by name.
	OtherUses []sampler.OtherUse
	// Profiles are results of DriveLoad and CloseWindow.
	Profiles []CapturedProfile
	Restored *tuning.Restored
	// IdentityAtEnd is the result of Stop, where there was a target.
	IdentityAtEnd *identity.Identity
}

// Failure says why, for programs and for people.
type Failure struct {
	Code     string
	Sentence string
}

func (f *Failure) Error() string { return f.Sentence }

// Artifact names bytes in the blob store.
type Artifact struct {
	Kind      string
	Name      string
	SHA256    string
	SizeBytes int64
	MediaType string
}

// Prepared is the result of Prepare.
type Prepared struct {
	Port        int    // 0 on a host that is no server
	ToolVersion string // empty on a host that drives no load
	// BackendNeeds is nil where no services are asked on another host.
	BackendNeeds *BackendNeeds
	// Resolved are the addresses of a target without an agent; nil of every other.
	Resolved []netip.Addr
}

// StartedTarget is the result of StartTarget.
type StartedTarget struct {
	URL                 string
	Command             []string
	Version             string
	Workers             int
	GoMaxProcsPerWorker int
	CPUs                cpulist.List // nil: all
	Certificate         string       // that it made for itself, PEM; empty: it made none
	// Revision is what it was built from; nil: it was not built for the run.
	Revision *revisions.Built
	// Identity is nil only in the journal of an older agent.
	Identity *identity.Identity
}

// LoadDone is the result of DriveLoad. The times are those of the two boundary samples around the invocation.
type LoadDone struct {
	Command     []string
	StartedAtUs int64
	EndedAtUs   int64
	Result      loadgen.Result
	// ConnectionsEstablished is the most that were seen from the middle of a measured step on; nil when that is not known.
	ConnectionsEstablished *int64
	// Clock is nil when the API was not heard from for long.
	Clock *ClockReading
	// Resolved are the addresses of a target without an agent, just before the load; nil of every other.
	Resolved []netip.Addr
}

// TargetExited reports a target that ended without having been told to.
type TargetExited struct {
	RunID     string
	Sentence  string
	Artifacts []Artifact
}
