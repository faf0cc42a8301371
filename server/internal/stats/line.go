// Package stats tells how many requests each worker has answered, over a unix socket.
package stats

import (
	"encoding/json"
	"time"

	"millionrps/server/internal/counter"
)

// Worker is one worker's counter and the process that adds to it.
type Worker struct {
	PID     int
	Counter *counter.Counter
}

// Told says which backends a server has: the figures of others are left out.
type Told struct{ Database, Cache, Downstream bool }

type line struct {
	TimeUs             int64        `json:"timeUs"`
	FirstRequestTimeUs int64        `json:"firstRequestTimeUs"`
	Workers            []workerLine `json:"workers"`

	Database   *counter.PoolReading       `json:"database,omitempty"`
	Writes     *counter.WritesReading     `json:"writes,omitempty"`
	Cache      *counter.PoolReading       `json:"cache,omitempty"`
	Downstream *counter.DownstreamReading `json:"downstream,omitempty"`
}

type workerLine struct {
	Worker   int    `json:"worker"`
	PID      int    `json:"pid"`
	Requests uint64 `json:"requests"`
}

// Line is one JSON line. Times are microseconds since the epoch; the first request's is 0 until there was one.
// The figures of backends are sums over the workers.
func Line(now time.Time, workers []Worker, told Told) ([]byte, error) {
	l := line{TimeUs: now.UnixMicro(), Workers: []workerLine{}}
	for index, worker := range workers {
		r := worker.Counter.Read()
		l.Workers = append(l.Workers, workerLine{Worker: index, PID: worker.PID, Requests: r.Requests})
		if r.FirstRequestTimeUs != 0 && (l.FirstRequestTimeUs == 0 || r.FirstRequestTimeUs < l.FirstRequestTimeUs) {
			l.FirstRequestTimeUs = r.FirstRequestTimeUs
		}
	}
	l.addBackends(workers, told)
	encoded, err := json.Marshal(l)
	return append(encoded, '\n'), err
}

func (l *line) addBackends(workers []Worker, told Told) {
	var sum counter.BackendsReading
	for _, worker := range workers {
		sum.Add(worker.Counter.Backends)
	}
	if told.Database {
		l.Database, l.Writes = &sum.Database, &sum.Writes
	}
	if told.Cache {
		l.Cache = &sum.Cache
	}
	if told.Downstream {
		l.Downstream = &sum.Downstream
	}
}

// Total is the sum over the workers.
func Total(workers []Worker) uint64 {
	total := uint64(0)
	for _, worker := range workers {
		total += worker.Counter.Read().Requests
	}
	return total
}
