// Package target starts and stops the server under test, or finds one that listens already, and tells when it ends by itself.
package target

import (
	"errors"
	"time"
)

// Target is a server that answers.
type Target struct {
	URL     string
	Version string
	// Command is the command line it was started with, by the agent or not.
	Command []string
	// Environment is what the agent started it with; nil of one that others started.
	Environment []string
	// Files are those that the agent wrote for it.
	Files []File
	// PIDs are the roots of its process trees.
	PIDs []int
	// Workers and GoMaxProcsPerWorker are 0 where it does not say.
	Workers, GoMaxProcsPerWorker int
	// Certificate is PEM, of a target that made its own; empty elsewhere.
	Certificate string
	// StatsSocket is where it tells its request counts; empty where it does not.
	StatsSocket string
	// ProfiledProcesses is of how many processes its profiles are; 0 where it does not say.
	ProfiledProcesses int
	// Pprof is where its profiles are, as the host's configuration file writes it; empty where they are nowhere.
	Pprof string

	life
}

// life is how a target goes on and ends.
type life interface {
	// Ended is closed when the target is gone, for whatever reason.
	Ended() <-chan struct{}
	// EndedByItself says, after Ended, that the agent had not stopped it.
	EndedByItself() bool
	// LastWords is, after Ended, a sentence on how it ended.
	LastWords() string
	// Stop lets requests in flight finish and returns when the target is gone. It is killed when it does not end within. One that was not
	// started here is only left alone.
	Stop(within time.Duration) error
}

// Gone says that it ended by itself.
func (t *Target) Gone() bool {
	select {
	case <-t.Ended():
		return t.EndedByItself()
	default:
		return false
	}
}

// ErrKilled says that the target did not drain in time.
var ErrKilled = errors.New("the target did not drain in time and was killed")
