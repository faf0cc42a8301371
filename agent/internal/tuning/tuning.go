// Package tuning changes a host for a run, proves what it changed, and puts everything back.
//
// A setting (interruptAffinity) is made of knobs: single values of the kernel, each with a key. What every knob was is on the disk before
// the first is written. So whatever ends the agent, its next life puts back what this one changed; a host is never left half-tuned. Only
// keys that this package knows are ever written.
//
// Files are read and written below a root, which a test points at a made-up tree; system calls are made only where the root is the
// machine's own.
package tuning

import (
	"cmp"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel"
	"millionrps/agent/internal/tuning/crash"
	"millionrps/agent/internal/tuning/journal"
	"millionrps/agent/internal/tuning/marks"
	"millionrps/agent/internal/tuning/systemd"
)

// Config says where the host and the journal are.
type Config struct {
	Root    string       // "" is "/"
	Journal string       // path of the file, whose folder exists; "" for a Tuner that only plans and takes snapshots
	Log     *slog.Logger // nil for none
	// Limits are those of the programs that the agent starts.
	Limits Limits
}

// Tuner tunes one host. Safe for concurrent use; Apply, Restore and Forget wait for each other.
type Tuner struct {
	fs    kernel.FS
	bound devices
	log   *slog.Logger
	crash func()
	now   func() time.Time

	mu      sync.Mutex
	journal *journal.Journal
	applied []Change // of this life, for Drift

	lastUsage usage // at the last snapshot
}

// Open takes over the journal of a dead life, and writes nothing to the kernel: Restore does. A journal of an earlier boot is discarded.
func Open(config Config) (*Tuner, error) {
	fs := kernel.At(config.Root)
	bound := devices{files: rootFiles{fs}, driver: noDriver}
	if fs.Own() {
		bound = devices{files: rootFiles{fs}, driver: ioctlDriver{}, systemctl: systemd.Find(), signal: unix.Kill, limits: config.Limits, mayRaiseLimit: mayRaiseLimit}
	}
	if config.Journal != "" {
		bound.claim = &claim{marks: marks.Marks{Root: fs.Path("/"), Journal: config.Journal}}
	}
	return open(config, bound, crash.Point)
}

func open(config Config, bound devices, crash func()) (*Tuner, error) {
	t := &Tuner{fs: kernel.At(config.Root), bound: bound, log: cmp.Or(config.Log, slog.New(slog.DiscardHandler)), crash: crash, now: time.Now}
	if config.Journal == "" {
		t.journal = &journal.Journal{Crash: crash}
		return t, nil
	}
	var discarded string
	t.journal, discarded = journal.Read(config.Journal, t.bootID(), endsWithAgent, crash)
	switch {
	case t.journal.Alarm != nil:
		t.log.Error("the tuning journal cannot be read", "file", config.Journal, "error", t.journal.Alarm)
	case discarded != "":
		t.log.Info("the tuning journal was discarded", "file", config.Journal, "reason", discarded)
	}
	return t, nil
}

func (t *Tuner) host() *host { return newHost(t.fs, t.bound) }

func (t *Tuner) bootID() string { return t.host().Peek("/proc/sys/kernel/random/boot_id") }

func (t *Tuner) atUs() int64 { return t.now().UnixMicro() }

// Plan says what Apply would write on this very host, and touches nothing. Its error is a Refusal, or that the host cannot be read.
func (t *Tuner) Plan(request Request) (Plan, error) {
	p, err := newPlan(t.host(), request)
	if err != nil {
		return Plan{}, err
	}
	return p.plan(t.atUs()), nil
}

// Pending says whether a journal holds something that was not put back, and whose it is; "" where it cannot be read.
func (t *Tuner) Pending() (runID string, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.journal.RunID, t.journal.Pending()
}

// Forget drops the journal: a person has vouched that the host is as it should be.
func (t *Tuner) Forget() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer t.unclaim()
	t.applied = nil
	if !t.journal.Pending() {
		return nil
	}
	return t.journal.Remove()
}

// Drift reads every knob that was applied, or found as it was asked, again and returns those that something else has moved.
func (t *Tuner) Drift() []Drift {
	t.mu.Lock()
	applied := t.applied
	t.mu.Unlock()
	drifts := []Drift{}
	h := t.host()
	for _, change := range applied {
		if change.Asked == nil || change.ReadBack == nil || change.Status == NotChangeable {
			continue
		}
		k, err := h.knob(change.Key, "")
		if err != nil {
			continue
		}
		found, err := k.read()
		if err == nil && k.same(found, *change.ReadBack) {
			continue
		}
		drift := Drift{Setting: change.Setting, Key: change.Key, Expected: *change.ReadBack}
		if err == nil {
			drift.Found = &found
		}
		drifts = append(drifts, drift)
	}
	return drifts
}
