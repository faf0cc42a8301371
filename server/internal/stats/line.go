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

type line struct {
	TimeUs             int64        `json:"timeUs"`
	FirstRequestTimeUs int64        `json:"firstRequestTimeUs"`
	Workers            []workerLine `json:"workers"`
}

type workerLine struct {
	Worker   int    `json:"worker"`
	PID      int    `json:"pid"`
	Requests uint64 `json:"requests"`
}

// Line is one JSON line. Times are microseconds since the epoch; the first request's is 0 until there was one.
func Line(now time.Time, workers []Worker) ([]byte, error) {
	l := line{TimeUs: now.UnixMicro(), Workers: []workerLine{}}
	for index, worker := range workers {
		r := worker.Counter.Read()
		l.Workers = append(l.Workers, workerLine{Worker: index, PID: worker.PID, Requests: r.Requests})
		if r.FirstRequestTimeUs != 0 && (l.FirstRequestTimeUs == 0 || r.FirstRequestTimeUs < l.FirstRequestTimeUs) {
			l.FirstRequestTimeUs = r.FirstRequestTimeUs
		}
	}
	encoded, err := json.Marshal(l)
	return append(encoded, '\n'), err
}

// Total is the sum over the workers.
func Total(workers []Worker) uint64 {
	total := uint64(0)
	for _, worker := range workers {
		total += worker.Counter.Read().Requests
	}
	return total
}
