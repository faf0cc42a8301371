package apitest

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"millionrps/agent/internal/contract"
)

// patience is what anything may take; a test that needs all of it fails.
const patience = 60 * time.Second

// Await blocks until the condition holds, looking whenever the API received something.
func (a *API) Await(what string, condition func() bool) {
	a.t.Helper()
	timeout := time.After(patience)
	for {
		a.mu.Lock()
		ok, changed := condition(), a.changed
		a.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-changed:
		case <-timeout:
			a.t.Fatalf("waited %s in vain for %s", patience, what)
		}
	}
}

// Locked runs do with the API standing still.
func (a *API) Locked(do func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	do()
	a.note()
}

// Lease gives the host to a run.
func (a *API) Lease(runID string, ttl, guard time.Duration) contract.LeaseTerms {
	terms := contract.LeaseTerms{RunId: runID, TtlMs: ttl.Milliseconds(), GuardMs: guard.Milliseconds()}
	a.Locked(func() { a.lease = &terms })
	return terms
}

// Heartbeat sets the period that replies ask for; it is 100 ms unless set.
func (a *API) Heartbeat(period time.Duration) { a.Locked(func() { a.heartbeat = period }) }

// ClockAhead sets the API's clock ahead of the true time.
func (a *API) ClockAhead(ahead time.Duration) { a.Locked(func() { a.ahead = ahead }) }

// EndLease makes the API know no lease.
func (a *API) EndLease() { a.Locked(func() { a.lease = nil }) }

// GoAway breaks every connection until ComeBack.
func (a *API) GoAway() { a.Locked(func() { a.away = true }) }

// ComeBack ends GoAway.
func (a *API) ComeBack() { a.Locked(func() { a.away = false }) }

// LoseNextReply takes the next reports and breaks the connection instead of answering.
func (a *API) LoseNextReply() { a.Locked(func() { a.loseReply = true }) }

// Refuse makes the API turn down every batch with an entry for which refuse answers true.
func (a *API) Refuse(refuse func(entry map[string]any) bool) { a.Locked(func() { a.refuse = refuse }) }

// RefuseBlob makes the API turn down one blob, each time it comes.
func (a *API) RefuseBlob(sha256 string, status int) {
	a.Locked(func() { a.refusedBlob, a.refusedStatus = sha256, status })
}

// ForgetStreams makes every life of the agent unknown.
func (a *API) ForgetStreams() { a.Locked(func() { a.streams = map[string]*Stream{} }) }

// Revoke makes the agent's credential invalid; one that joins anew gets the next one.
func (a *API) Revoke(next string) { a.Locked(func() { a.credential = next }) }

// Calls counts the calls of a route by its last word.
func (a *API) Calls(route string) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.calls[route]
}

// Issue gives the agent a command and returns its id.
func (a *API) Issue(command any) string {
	id, body := a.named(command, "commandId")
	a.Locked(func() { a.issued = append(a.issued, issued{id: id, body: body}) })
	return id
}

// Send gives the agent commands as they are, once, and waits until it has answered so many of them.
func (a *API) Send(commands []json.RawMessage, answers int) {
	a.t.Helper()
	before := 0
	a.Locked(func() { before, a.raw = len(a.outcomes()), append(a.raw, commands...) })
	a.Await(fmt.Sprintf("%d outcomes", answers), func() bool { return len(a.outcomes()) >= before+answers })
}

// takeRaw passes over what a decoder of commands does not even take apart: the agent's is the same.
func (a *API) takeRaw() (commands []contract.Command) {
	for _, body := range a.raw {
		var command contract.Command
		if command.UnmarshalJSON(body) == nil {
			commands = append(commands, command)
		}
	}
	a.raw = nil
	return commands
}

// named makes the JSON of what the agent is asked, with an id of its own in a field.
func (a *API) named(asked any, field string) (id string, body []byte) {
	encoded, err := json.Marshal(asked)
	if err != nil {
		a.t.Fatal(err)
	}
	var fields map[string]any
	if err := json.Unmarshal(encoded, &fields); err != nil {
		a.t.Fatal(err)
	}
	id = uuid.NewString()
	fields[field] = id
	body, _ = json.Marshal(fields)
	return id, body
}

// Reissue sends a command a second time, although the agent says that it holds it.
func (a *API) Reissue(commandID string) {
	a.Locked(func() {
		for i := range a.issued {
			if a.issued[i].id == commandID {
				a.issued[i].resend = true
			}
		}
	})
}

// Outcome waits for what became of a command.
func (a *API) Outcome(commandID string) contract.Outcome {
	a.t.Helper()
	var found contract.Outcome
	a.Await("the outcome of "+commandID, func() bool {
		for _, outcome := range a.outcomes() {
			if outcome.CommandId == commandID {
				found = outcome
				return true
			}
		}
		return false
	})
	return found
}

// OutcomesLocked counts how often a command was answered, for use inside Await and Locked.
func (a *API) OutcomesLocked(commandID string) int {
	count := 0
	for _, outcome := range a.outcomes() {
		if outcome.CommandId == commandID {
			count++
		}
	}
	return count
}

func (a *API) outcomes() []contract.Outcome {
	var all []contract.Outcome
	for _, stream := range a.streams {
		all = append(all, stream.Outcomes...)
	}
	return all
}

// Hellos waits for the n-th hello and returns it; the first is 1.
func (a *API) Hellos(n int) contract.HelloRequest {
	a.t.Helper()
	a.Await("a hello", func() bool { return len(a.hellos) >= n })
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.hellos[n-1]
}

// StreamLocked is what one life reported so far, for use inside Await and Locked.
func (a *API) StreamLocked(incarnation string) *Stream { return a.streams[incarnation] }

// Blob returns uploaded bytes.
func (a *API) Blob(sha256 string) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return string(a.blobs[sha256])
}

// LastBeat is the run that the last heartbeat named, for use inside Await and Locked.
func (a *API) LastBeat() string {
	if len(a.beats) == 0 || a.beats[len(a.beats)-1].RunId == nil {
		return ""
	}
	return *a.beats[len(a.beats)-1].RunId
}

// Column returns the values of a column over the frames that have it.
func (s *Stream) Column(name string) []int64 {
	var values []int64
	for _, frame := range s.Frames {
		for i, column := range s.Layouts[frame.Frame.LayoutId] {
			if column == name {
				values = append(values, frame.Frame.Values[i])
			}
		}
	}
	return values
}

// HasColumn says whether any layout has a column with the prefix.
func (s *Stream) HasColumn(prefix string) bool {
	for _, columns := range s.Layouts {
		for _, column := range columns {
			if strings.HasPrefix(column, prefix) {
				return true
			}
		}
	}
	return false
}
