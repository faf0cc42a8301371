// Package runner carries out the commands of the API on this host. It holds the lease, starts and stops target and load generator, samples,
// and restores the host on every way out. It knows nothing of HTTP.
package runner

import (
	"time"

	"millionrps/agent/internal/loadgen"
	"millionrps/agent/internal/profiles"
	"millionrps/agent/internal/requests"
	"millionrps/agent/internal/tuning"
)

// Command is one thing to do for a run.
type Command struct {
	ID     string
	RunID  string
	Action Action
}

// Action is one of the types below.
type Action interface{ Type() string }

// LeaseTerms say until when a host works for a run.
type LeaseTerms struct {
	RunID string
	// The lease ends TTL after the API last heard from us; we let go Guard earlier.
	TTL   time.Duration
	Guard time.Duration
}

// TargetSpec is the server under test: one of the three types below, or an ExternalTarget.
type TargetSpec interface{ targetSpec() }

// ReferenceTarget is the server that comes with the agent.
type ReferenceTarget struct {
	Framework string // fiber, fasthttp or nethttp
	Prefork   bool
	Workers   int    // 0: one per CPU that it may use
	Pick      string // local or locked
	Port      int    // 0: any free one
	TLS       bool   // with a certificate that it makes
	// What it asks; nil for nothing. The agent starts that for the run.
	Database   *DatabaseSettings
	Cache      *CacheSettings
	Downstream *DownstreamSettings
}

// DatabaseSettings are of the server's way to a PostgreSQL, and of that.
type DatabaseSettings struct {
	PoolSize          int // of each worker
	Prepared          bool
	Batch             int
	SynchronousCommit bool
}

// CacheSettings are of the server's way to a Redis or Valkey.
type CacheSettings struct{ PoolSize int }

// DownstreamSettings are of the server's calls of another one, and of how that fails.
type DownstreamSettings struct {
	TimeoutMs   int
	Retries     int
	FailPercent float64
	DelayMs     int
}

// NamedTarget is one that the host's configuration file names.
type NamedTarget struct {
	Name string
	TLS  bool
	// Revision is the commit to build; empty: the program is there.
	Revision string
	// Parameters are the values that the run chose, by name; the file's default holds for the others.
	Parameters map[string]string
}

// ListeningTarget is whatever listens on a port that the host's configuration file allows. It is neither started nor stopped.
type ListeningTarget struct {
	Port int
	TLS  bool
}

func (ReferenceTarget) targetSpec() {}
func (NamedTarget) targetSpec()     {}
func (ListeningTarget) targetSpec() {}

// Prepare checks what the run needs on this host and starts sampling.
type Prepare struct {
	Lease   LeaseTerms
	Server  bool
	Client  bool
	Backend bool
	Target  TargetSpec
	Listen  string // IP address of the target's host; empty where no agent is on it
	// BackendAddress is where the target's services listen, an IP address of a host of their own; empty: the run has no such host.
	BackendAddress string
	TargetCPUs     string // a choice such as 0-3 or last 4; empty: all
	Tool           string
	ToolCPUs       string // like TargetCPUs
	// SamplesPerSecond is 1 to 10.
	SamplesPerSecond int
	// Secrets are the names of those that the requests take.
	Secrets []string
}

// ApplyTuning changes the host for the run, between two snapshots. A request that wants nothing only takes those.
type ApplyTuning struct{ Request tuning.Request }

// StartBackends starts the services of a target on another host.
type StartBackends struct {
	Target  TargetSpec
	Address string // IP address of this host
	Needs   BackendNeeds
}

// StartTarget starts the server under test.
type StartTarget struct {
	Target TargetSpec
	CPUs   string // like Prepare.TargetCPUs
	Listen string // IP address of this host
	// Backends are the services of another host; nil: this host has them, or there are none.
	Backends *StartedBackends
}

// Preflight sends each request once, before any load.
type Preflight struct {
	// URL is the base address; Requests carry the paths.
	URL        string
	Requests   []requests.Request
	Variables  []requests.Variable
	Decompress bool
	Protocol   string
	TLS        *loadgen.TLS // without what this host's file names; nil: http
	// Cookies says that connections keep those that they are given.
	Cookies bool
}

// DriveLoad is one invocation of the load generator.
type DriveLoad struct {
	StepIndex   int
	Phase       string // warmup or measure
	Tool        string
	ToolWorkers int    // 0: the driver decides
	ToolCPUs    string // like Prepare.ToolCPUs
	// URL is the base address; Requests carry the paths.
	URL       string
	Requests  []requests.Request
	Variables []requests.Variable
	Seed      uint32 // of the variables
	// ClientIndex is which of ClientCount clients this host is, from 0 on.
	ClientIndex, ClientCount int
	Cookies                  bool // each connection keeps and sends back those that it is given
	RequestsPerConnection    int  // 0: connections stay
	Decompress               bool
	Protocol                 string
	TLS                      *loadgen.TLS // without what this host's file names; nil: http
	Share                    Share
	DurationSeconds          int
	// StartAtUs is when load begins, by the clock of the API since the epoch; 0: at once.
	StartAtUs int64
	// Profiles are taken of the target, where it is on this host.
	Profiles []profiles.Kind
}

// Share is what one client is asked of a step: a closed loop where RequestsPerSecond is 0, an open one elsewhere.
type Share struct {
	Connections int // 0, of an open loop: as many as the tool needs
	Pipelining  int // of a closed loop
	// RequestsPerSecond and Poisson, at random times rather than even ones, are of an open loop.
	RequestsPerSecond int
	Poisson           bool
}

// OpenWindow samples now: other hosts are about to drive load at the target of this one, which is looked at in the middle.
type OpenWindow struct {
	DurationSeconds int
	// Profiles are taken of the target meanwhile.
	Profiles []profiles.Kind
}

// CloseWindow samples now: the load of the other hosts has ended. What was seen meanwhile is its result.
type CloseWindow struct{}

// Stop ends the tool at once and drains the target.
type Stop struct{}

// Restore puts the host back and stops sampling.
type Restore struct{}

// Malformed is a command that this agent cannot carry out, with the sentence that says why.
type Malformed struct {
	Kind     string
	Sentence string
}

// Type is the name on the wire.
func (Prepare) Type() string       { return "prepare" }
func (ApplyTuning) Type() string   { return "apply-tuning" }
func (StartBackends) Type() string { return "start-backends" }
func (StartTarget) Type() string   { return "start-target" }
func (Preflight) Type() string     { return "preflight" }
func (OpenWindow) Type() string    { return "open-window" }
func (DriveLoad) Type() string     { return "drive-load" }
func (CloseWindow) Type() string   { return "close-window" }
func (Stop) Type() string          { return "stop" }
func (Restore) Type() string       { return "restore" }
func (m Malformed) Type() string   { return m.Kind }

// overtakes says that the action does not wait for what is under way, but ends it.
func overtakes(a Action) bool {
	switch a.(type) {
	case Stop, Restore:
		return true
	}
	return false
}
