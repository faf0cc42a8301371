package runner

import (
	"time"

	"millionrps/agent/internal/target"
)

// leaseCheck bounds how late the dead-man's switch can be after a suspend, in which Go's timers stand still.
const leaseCheck = time.Second

// watchLease is the dead-man's switch.
func (r *Runner) watchLease(done <-chan struct{}) {
	for {
		pause := time.NewTimer(r.checkLease())
		select {
		case <-done:
			pause.Stop()
			return
		case <-r.leaseMove:
		case <-pause.C:
		}
		pause.Stop()
	}
}

func (r *Runner) checkLease() (pause time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.lease.terms == nil || r.lettingGo {
		return time.Hour
	}
	now := Now()
	if r.lease.expired(now) {
		r.Log.Warn("the API was not reached in time: letting go of the run", "runId", r.lease.runID())
		r.orderLetGo(r.leaseLost(outOfTouch))
		return time.Hour
	}
	return min(r.lease.letGoAt()-now, leaseCheck)
}

// Contact takes a sign of life that the API acknowledged: when it was sent by Now, the run that it named, and the lease that the
// API knows of.
func (r *Runner) Contact(sentAt time.Duration, askedFor string, reply *LeaseTerms) {
	r.mu.Lock()
	defer r.mu.Unlock()
	stillOurs := r.lease.contact(sentAt, askedFor, reply)
	if !stillOurs && !r.lettingGo {
		r.Log.Warn("the API knows no lease for the run: letting go of it", "runId", r.lease.runID())
		r.orderLetGo(r.leaseLost(leaseUnknown))
	}
	signal(r.leaseMove)
}

// Abandon lets go of whatever run is held: this agent is not the host any more that the run was given to.
func (r *Runner) Abandon() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.lease.terms != nil {
		r.orderLetGo(r.leaseLost(credentialRefused))
	}
}

// HeldRun is the run that this host works for, until it has been let go of; empty when idle.
func (r *Runner) HeldRun() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.lease.runID()
}

// Reasons to let go of a host before its run is over.
const (
	outOfTouch        = "had lost touch with the API for as long as it may work alone"
	leaseUnknown      = "heard that the API has no lease of the host for this run any more"
	credentialRefused = "heard that the API does not know its credential any more"
	leaseTooOld       = "heard nothing from the API in the time in which it could take the lease"
	givenToAnother    = "heard that the API gave the host to another run"
)

func (r *Runner) leaseLost(why string) *Failure {
	return &Failure{"lease-lost", "The agent on " + r.HostName + " " + why + ", so it let go of the host."}
}

// orderLetGo ends the work under way and has everything put back after it. The lock is held.
func (r *Runner) orderLetGo(failure *Failure) {
	if r.lettingGo {
		return
	}
	r.lettingGo = true
	r.interruptWork("", failure)
	r.push(&task{letGo: failure})
}

// drain is what a target gets to end: a little more than it gives the requests in flight.
const drain = target.DrainSeconds*time.Second + 1500*time.Millisecond

// drainWithin leaves two thirds of the guard to putting the host back: what is put back only after the lease's end may disturb another run.
func (r *Runner) drainWithin() time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.lease.terms == nil {
		return drain
	}
	return min(drain, r.lease.terms.Guard/3)
}

// letGo is what Stop and Restore do, without a command that asks for it.
func (r *Runner) letGo(failure *Failure) {
	r.Log.Info("letting go of the host", "code", failure.Code)
	held, within := r.HeldRun(), r.drainWithin()
	r.bench.stopTarget(r, within)
	r.bench.stopBackends()
	r.bench.stopSampling()
	result := r.restoreRun(held)
	if held != "" {
		if err := r.Reporter.Restored(held, result); err != nil {
			r.Log.Error("that the host was put back could not be reported", "error", err)
		}
	}
	r.mu.Lock()
	r.lease.terms = nil
	r.Holding(false)
	r.lettingGo = false
	r.mu.Unlock()
	// The API may wait to hear that the host was put back.
	r.WantContact()
}
