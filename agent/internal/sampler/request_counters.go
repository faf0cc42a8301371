package sampler

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// requestCounters is the answer of the reference server's stats socket, one line:
//
//	{"timeUs":..,"firstRequestTimeUs":..,"workers":[{"worker":0,"pid":123,"requests":456},...],"database":{...},...}
//
// The objects of backendFigures are there when the server has such a backend. Other keys, any order and null (as 0) are accepted.
type requestCounters struct {
	timeUs             int64
	firstRequestTimeUs int64
	workers            []workerRequests // ascending by worker
	backends           [len(backendFigures)]backendReading
}

// backendReading has the figures in the order of their names.
type backendReading struct {
	told    bool
	figures [figuresMost]int64
}

type workerRequests struct{ worker, pid, requests int64 }

// parseRequestCounters is written by hand because encoding/json allocates at every sample.
func parseRequestCounters(line []byte, counters *requestCounters) error {
	*counters = requestCounters{workers: counters.workers[:0]}
	s := jsonScanner{text: line}
	s.object(func(key string) {
		switch key {
		case "timeUs":
			counters.timeUs = s.number()
		case "firstRequestTimeUs":
			counters.firstRequestTimeUs = s.number()
		case "workers":
			s.array(func() {
				worker := workerRequests{worker: -1}
				s.worker(&worker)
				counters.workers = append(counters.workers, worker)
			})
		default:
			s.backend(key, counters)
		}
	})
	s.blanks()
	if s.err == nil && s.at < len(s.text) {
		s.fail("nothing but blanks after the object")
	}
	if s.err != nil {
		return fmt.Errorf("stats socket line 1: %w", s.err)
	}
	slices.SortFunc(counters.workers, func(a, b workerRequests) int { return cmp.Compare(a.worker, b.worker) })
	for i, worker := range counters.workers {
		if worker.worker < 0 || i > 0 && worker.worker == counters.workers[i-1].worker {
			return errors.New("stats socket line 1: workers need a number each")
		}
	}
	return nil
}

// backend reads one of the objects of backendFigures, and passes over anything else.
func (s *jsonScanner) backend(key string, counters *requestCounters) {
	for i := range backendFigures {
		if of := &backendFigures[i]; of.name == key {
			reading := &counters.backends[i]
			reading.told = true
			s.object(func(member string) {
				if at := slices.Index(of.figures, member); at >= 0 {
					reading.figures[at] = s.number()
				} else {
					s.skip(0)
				}
			})
			return
		}
	}
	s.skip(0)
}

func (s *jsonScanner) worker(worker *workerRequests) {
	s.object(func(key string) {
		switch key {
		case "worker":
			worker.worker = s.number()
		case "pid":
			worker.pid = s.number()
		case "requests":
			worker.requests = s.number()
		default:
			s.skip(0)
		}
	})
}
