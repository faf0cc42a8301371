package main

import (
	"os"

	"millionrps/server/internal/prefork"
	"millionrps/server/internal/profiling"
)

// openProfiles returns a socket that the caller closes, or one that does nothing when none is asked for.
func openProfiles(path string) (*profiling.Socket, error) {
	if path == "" {
		return nil, nil
	}
	socket, err := profiling.Listen(path)
	if err != nil {
		return nil, usageError{err}
	}
	return socket, nil
}

func profilesOf(o options, master *prefork.Master) []profiling.Worker {
	var all []profiling.Worker
	for index, worker := range master.Workers() {
		all = append(all, profiling.Worker{
			PID:    worker.PID,
			Socket: profiling.WorkerSocket(o.pprofSocket, index),
			Exited: master.Exited(index),
			Died:   func() bool { return master.Died(index) },
		})
	}
	return all
}

// removeProfilesOf workers that were killed and could not do so themselves.
func removeProfilesOf(o options) {
	if o.pprofSocket == "" {
		return
	}
	for index := range o.workers {
		_ = os.Remove(profiling.WorkerSocket(o.pprofSocket, index))
	}
}
