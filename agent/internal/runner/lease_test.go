package runner

import (
	"testing"
	"time"
)

const second = time.Second

func TestTheLeaseCountsFromTheSendingOfTheLastAcknowledgedSignOfLife(t *testing.T) {
	terms := &LeaseTerms{RunID: "run-1", TTL: 60 * second, Guard: 15 * second}
	l := lease{terms: terms, contactAt: 100 * second}
	for _, c := range []struct {
		now  time.Duration
		want bool
	}{
		{144 * second, false},
		{145 * second, true}, // 100 + 60 - 15
		{500 * second, true},
	} {
		if got := l.expired(c.now); got != c.want {
			t.Errorf("at %s expired is %t", c.now, got)
		}
	}
	if none := (lease{}); none.expired(500 * second) {
		t.Error("nothing held cannot expire")
	}
}

func TestWhatAnAcknowledgedSignOfLifeMeans(t *testing.T) {
	ours := &LeaseTerms{RunID: "run-1", TTL: 60 * second, Guard: 15 * second}
	longer := &LeaseTerms{RunID: "run-1", TTL: 90 * second, Guard: 15 * second}
	other := &LeaseTerms{RunID: "run-2", TTL: 60 * second, Guard: 15 * second}
	for _, c := range []struct {
		name        string
		held        *LeaseTerms
		askedFor    string
		reply       *LeaseTerms
		wantOurs    bool
		wantLetGoAt time.Duration // 0: not held
	}{
		{"renewed", ours, "run-1", ours, true, 155 * second},                          // 110 + 60 - 15
		{"renewed with other terms", ours, "run-1", longer, true, 185 * second},       // 110 + 90 - 15
		{"renewed by one sent before we held it", ours, "", ours, true, 155 * second}, // the API knew the lease already
		{"gone", ours, "run-1", nil, false, 145 * second},                             // 100 + 60 - 15
		{"given to another run", ours, "run-1", other, false, 145 * second},           //
		{"sent before we held it, answered before it was given", ours, "", nil, true, 155 * second},
		{"idle", nil, "", nil, true, 0},
		{"leased, the command still on its way", nil, "", ours, true, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := lease{terms: c.held, contactAt: 100 * second}
			if got := l.contact(110*second, c.askedFor, c.reply); got != c.wantOurs {
				t.Errorf("still ours: %t", got)
			}
			if c.wantLetGoAt != 0 && l.letGoAt() != c.wantLetGoAt {
				t.Errorf("lets go at %s, want %s", l.letGoAt(), c.wantLetGoAt)
			}
		})
	}
}

func TestAnOlderAnswerDoesNotTurnTheClockBack(t *testing.T) {
	terms := &LeaseTerms{RunID: "run-1", TTL: 60 * second, Guard: 15 * second}
	l := lease{terms: terms, contactAt: 100 * second}
	l.contact(90*second, "run-1", terms)
	if l.letGoAt() != 145*second {
		t.Errorf("lets go at %s", l.letGoAt())
	}
}
