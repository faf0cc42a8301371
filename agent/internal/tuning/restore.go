package tuning

import (
	"fmt"
	"slices"

	"github.com/dustin/go-humanize/english"

	"millionrps/agent/internal/tuning/journal"
)

// passes are how often values that do not read back as they were are written again: some drivers refuse one value while another still stands.
const passes = 3

// Restore puts back everything that the journal holds, of this life or a dead one, and reads it back. It goes on when one knob fails, and
// nothing ends it: a host is not left half-tuned. The journal is removed only when everything reads back as it was, so that Restore can be called
// again; with nothing to put back it matches.
func (t *Tuner) Restore() Restored {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.restore()
}

func (t *Tuner) restore() Restored {
	defer t.unclaim()
	result := Restored{Mismatches: []string{}, Knobs: []RestoredKnob{}}
	t.applied = nil
	if err := t.journal.Alarm; err != nil {
		result.Mismatches = append(result.Mismatches, fmt.Sprintf(
			"The tuning journal %s cannot be read (%v): what a run changed on this host is not known. Look at the host or boot it, then accept its present state.",
			t.journal.Path, err))
		return result
	}
	if !t.journal.Pending() {
		result.Matches = true
		return result
	}
	result.RunID = t.journal.RunID
	r := &restoration{t: t, h: t.host(), failures: map[string]error{}}
	entries := inOrder(t.journal.Entries)
	services := 0
	for services < len(entries) && rank(entries[services].Key) == rankService {
		services++
	}
	for range passes {
		if r.putBack(entries[services:]) == 0 {
			break
		}
	}
	r.verify(entries[services:], &result)
	// Whatever moves interrupts starts only now.
	r.startAgain(entries[:services])
	r.verify(entries[:services], &result)
	result.Mismatches = append(result.Mismatches, r.goneWords()...)
	result.Matches = len(result.Mismatches) == 0
	if result.Matches {
		if err := t.journal.Remove(); err != nil {
			result.Matches = false
			result.Mismatches = append(result.Mismatches, fmt.Sprintf("Everything was put back, but %v.", err))
		}
	}
	return result
}

// inOrder is the order in which values are put back: services, which are held back, queues, and what may be reset by each. Changes of the
// device itself are put back backwards: a driver may refuse microseconds while its adaptive mode is on, which was turned off first.
func inOrder(journalled []journal.Entry) []journal.Entry {
	entries := slices.Clone(journalled)
	sortByRank(entries, func(e journal.Entry) string { return e.Key })
	isDevice := func(e journal.Entry) bool { return rank(e.Key) == rankDevice }
	if first := slices.IndexFunc(entries, isDevice); first >= 0 {
		last := first
		for last < len(entries) && isDevice(entries[last]) {
			last++
		}
		slices.Reverse(entries[first:last])
	}
	return entries
}

// restoration is one Restore under way.
type restoration struct {
	t        *Tuner
	h        *host
	failures map[string]error // of the last write, by key
	gone     []string         // keys of interfaces that are no longer there
}

// each does something with the knobs that were there before.
func (r *restoration) each(entries []journal.Entry, do func(e journal.Entry, k knob)) {
	for _, e := range entries {
		if e.Before == nil {
			continue
		}
		if k, err := r.h.knob(e.Key, e.Note); err != nil {
			r.failures[e.Key] = err
		} else {
			do(e, k)
		}
	}
}

// putBack writes what does not read as it was, and returns how many that were.
func (r *restoration) putBack(entries []journal.Entry) (written int) {
	r.h.forget()
	r.each(entries, func(e journal.Entry, k knob) {
		now, err := k.read()
		switch {
		case err == nil && now == *e.Before:
			delete(r.failures, e.Key)
		case err == nil || !missing(err):
			written++
			r.write(k, *e.Before)
		}
	})
	return written
}

func (r *restoration) write(k knob, value string) {
	r.t.crash()
	err := k.write(value)
	r.t.crash()
	if err != nil {
		r.failures[k.key] = err
	} else {
		delete(r.failures, k.key)
	}
}

// startAgain also wakes processes that were paused while others of their name run.
func (r *restoration) startAgain(entries []journal.Entry) {
	r.each(entries, func(e journal.Entry, k knob) {
		if now, err := k.read(); err != nil || now != *e.Before || e.Note != noteUnit {
			r.write(k, *e.Before)
		}
	})
}

// verify reads everything, and says in words what differs. Knobs that were not asked for are reported only when they do.
func (r *restoration) verify(entries []journal.Entry, result *Restored) {
	r.h.forget()
	for _, e := range entries {
		if e.Before == nil { // it came with queues that are gone again
			continue
		}
		if e.Collateral && rank(e.Key) == rankDevice && !r.h.Exists(nicFolder(nicOfKey(e.Key))) { // it lay on the NIC, and went: a container's, perhaps
			continue
		}
		knob := RestoredKnob{Setting: e.Setting, Key: e.Key, Before: *e.Before}
		k, err := r.h.knob(e.Key, e.Note)
		if err == nil {
			var value string
			if value, err = k.read(); err == nil {
				knob.ReadBack, knob.Matches = &value, k.same(value, *e.Before)
			}
		}
		if !knob.Matches {
			r.explain(e, knob, err, result)
		}
		if !knob.Matches || !e.Collateral {
			result.Knobs = append(result.Knobs, knob)
		}
	}
}

func (r *restoration) explain(e journal.Entry, knob RestoredKnob, reading error, result *Restored) {
	if nic := nicOfKey(e.Key); nic != "" && !r.h.Exists(nicFolder(nic)) {
		r.gone = append(r.gone, e.Key)
		return
	}
	sentence := fmt.Sprintf("%s was %s", e.Key, *e.Before)
	if knob.ReadBack != nil {
		sentence += " and reads " + *knob.ReadBack
	} else {
		sentence += " and cannot be read: " + inWords(e.Key, reading)
	}
	if failure := r.failures[e.Key]; failure != nil {
		sentence += "; writing it back failed: " + inWords(e.Key, failure)
	}
	result.Mismatches = append(result.Mismatches, sentence+".")
}

// goneWords is one sentence for each interface that vanished, however many of its knobs were changed.
func (r *restoration) goneWords() (sentences []string) {
	knobs := map[string]int{}
	var nics []string
	for _, key := range r.gone {
		nic := nicOfKey(key)
		if knobs[nic] == 0 {
			nics = append(nics, nic)
		}
		knobs[nic]++
	}
	for _, nic := range nics {
		sentences = append(sentences, fmt.Sprintf("%s is gone: %s of it could not be put back.", nic, english.Plural(knobs[nic], "value", "")))
	}
	return sentences
}

// nicOfKey is the interface of a key, "" for keys of anything else.
func nicOfKey(key string) string {
	_, _, at, _ := lookUp(key)
	return at.nic
}
