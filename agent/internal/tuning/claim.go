package tuning

import (
	"errors"
	"slices"

	"millionrps/agent/internal/tuning/marks"
)

var errClaimed = errors.New("another agent on this host holds a tuning of its own; two would put back each other's values, so nothing was changed")

// claim is the right to tune a host, among the agents on it. The lock ends with its holder; its marks hold for as long as there is a journal
// that says what has to be put back. Both are of one network namespace, as most of what is tuned.
type claim struct {
	marks marks.Marks
	lock  *marks.Lock // while this life holds it
}

// take makes sure that no other agent has changed the host, living or dead.
func (c *claim) take() (err error) {
	if c.lock != nil {
		return nil
	}
	if c.lock, err = c.marks.Lock(); err != nil {
		return errClaimed
	}
	if err = c.marks.LookForOthers(); err == nil {
		err = c.marks.Leave()
	}
	if err != nil {
		c.release()
	}
	return err
}

// release is for a host on which this agent has nothing to put back, whatever life of it had claimed it.
func (c *claim) release() {
	if c.lock != nil {
		c.lock.Release()
		c.lock = nil
	}
	c.marks.Remove()
}

// claims says that a plan changes more than the limits of the agent's own programs.
func claims(changes []Change) bool {
	return slices.ContainsFunc(changes, func(c Change) bool { return c.Status == ToChange && !endsWithAgent(c.Key) })
}

// unclaim gives the host up once nothing is left to put back. The lock is held.
func (t *Tuner) unclaim() {
	if t.bound.claim != nil && !t.journal.Pending() {
		t.bound.claim.release()
	}
}
