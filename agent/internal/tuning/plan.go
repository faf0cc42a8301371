package tuning

import (
	"net/netip"

	"millionrps/agent/internal/kernel/cpulist"
)

// Request is what a run asks of one host, with what is needed to find the NIC and the CPUs that are meant.
type Request struct {
	Wanted Wanted
	// TargetCPUs is the target's CPU choice; "" is every CPU.
	TargetCPUs string
	// Address is the target's listen address. The NIC is the one that owns it, or the one that packets to it leave by; the zero address
	// means the NIC of the default route.
	Address netip.Addr
}

// Refusal is an error in what was asked, not in the host: CPU 200 on a host of 128, an empty list, an unknown kernel parameter. It is one
// sentence for the person who asked.
type Refusal struct{ Sentence string }

func (r Refusal) Error() string { return r.Sentence }

// Status is what becomes of a knob.
type Status string

// The statuses of a plan are ToChange, Unchanged and NotChangeable, those of what was applied all but ToChange. Differs was written and
// reads back as something else; Failed is what the kernel refused.
const (
	ToChange      Status = "change"
	Unchanged     Status = "unchanged"
	NotChangeable Status = "not-changeable"
	DoneApplied   Status = "applied"
	Differs       Status = "differs"
	Failed        Status = "failed"
)

// Change is one knob: a single value of the kernel, with what it is, what is asked of it and what became of it.
type Change struct {
	Setting string // the field of Wanted, as interruptAffinity
	Key     string // the same in plans, journals, snapshots and results
	Path    string // a file, or the command that a person would use
	Before  *string
	Asked   *string // nil: not asked, but reset by something that is (collateral), and put back with it
	Why     string
	Status  Status
	Reason  string // why it is not changeable, differs or failed; otherwise empty
	// ReadBack is what it reads after everything was written; nil in a plan, and where it cannot be read.
	ReadBack *string
}

// Plan is what would be written, in order. Applied has the same form, with what became of it.
type Plan struct {
	TakenAtUs  int64        // since the epoch
	NIC        string       // "" where none of its settings are asked
	TargetCPUs cpulist.List // nil: every CPU
	Changes    []Change
	Warnings   []string // a sentence each
}

// Applied is a plan that was carried out.
type Applied = Plan

// Drift is a knob that something else moved after it was applied. Found is nil where it cannot be read any more.
type Drift struct {
	Setting, Key, Expected string
	Found                  *string
}

// RestoredKnob is one that was put back, and what it reads now; nil where it cannot be read.
type RestoredKnob struct {
	Setting, Key, Before string
	ReadBack             *string
	Matches              bool
}

// Restored is the outcome of putting a host back.
type Restored struct {
	RunID      string // whose tuning it was; "" where the journal held nothing
	Matches    bool
	Mismatches []string // a sentence each
	Knobs      []RestoredKnob
}

// Snapshot is the state of everything that can be tuned, by key, with what else tells two hosts apart.
type Snapshot struct {
	TakenAtUs int64
	Values    map[string]string
}
