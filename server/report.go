package main

import (
	"log"

	"millionrps/server/frameworks"
	"millionrps/server/internal/stats"
)

// openStats returns a socket that the caller closes, or one that does nothing when none is asked for.
func openStats(path string) (*stats.Socket, error) {
	if path == "" {
		return &stats.Socket{}, nil
	}
	socket, err := stats.Listen(path)
	if err != nil {
		return nil, usageError{err}
	}
	return socket, nil
}

// told says of which backends the stats socket has figures.
func (o *options) told() stats.Told {
	return stats.Told{Database: o.backends.Database != "", Cache: o.backends.Cache != "", Downstream: o.backends.Downstream != ""}
}

func logged(url string, framework frameworks.Framework, workers []stats.Worker, run func() error) error {
	log.Printf("listening on %s with %s %s, %d process(es)", url, framework.Name, framework.Version, len(workers))
	err := run()
	log.Printf("stopped after %d requests", stats.Total(workers))
	return err
}

func pids(workers []stats.Worker) []int {
	all := make([]int, len(workers))
	for i, worker := range workers {
		all[i] = worker.PID
	}
	return all
}
