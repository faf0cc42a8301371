// Package profiling captures profiles of the whole target over a unix socket, however many processes it has.
package profiling

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Prefix of the paths on the socket, as net/http/pprof has it.
const Prefix = "/debug/pprof/"

const secondsMax = 600

// allWorkers in place of an index.
const allWorkers = -1

// kind is what can be captured.
type kind struct {
	name string
	// overTime kinds need seconds, the others are of one moment.
	overTime bool
	// apart from the other workers: a trace cannot be merged.
	apart bool
	says  string
}

var kinds = []kind{
	{name: "profile", overTime: true, says: "CPU time"},
	{name: "block", overTime: true, says: "time spent waiting for channels, selects and locks"},
	{name: "mutex", overTime: true, says: "time that others waited for locks"},
	{name: "heap", says: "memory in use and allocated since the start"},
	{name: "goroutine", says: "stacks of all goroutines"},
	{name: "trace", overTime: true, apart: true, says: "execution trace of one worker"},
}

// ask is a request for one profile.
type ask struct {
	kind    kind
	seconds int
	// worker is an index, or allWorkers.
	worker int
}

// refusal is an answer to the asker: an HTTP status and one sentence.
type refusal struct {
	status   int
	sentence string
}

func (r *refusal) Error() string { return r.sentence }

func refuse(status int, sentence string, values ...any) error {
	return &refusal{status, fmt.Sprintf(sentence, values...)}
}

// parseAsk reads what is asked of a target with so many workers. Its errors are refusals.
func parseAsk(u *url.URL, workers int) (ask, error) {
	name := strings.TrimPrefix(u.Path, Prefix)
	at := slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })
	if at < 0 {
		return ask{}, refuse(http.StatusNotFound, "there is no profile kind %q; %s lists what there is", name, Prefix)
	}
	a := ask{kind: kinds[at], worker: allWorkers}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return ask{}, refuse(http.StatusBadRequest, "the query %q cannot be read", u.RawQuery)
	}
	for parameter := range query {
		if parameter != "seconds" && parameter != "worker" {
			return ask{}, refuse(http.StatusBadRequest, "there is no parameter %q; use seconds and worker", parameter)
		}
	}
	if a.seconds, err = parseSeconds(a.kind, query); err != nil {
		return ask{}, err
	}
	a.worker, err = parseWorker(a.kind, query, workers)
	return a, err
}

func parseSeconds(k kind, query url.Values) (int, error) {
	text := query.Get("seconds")
	if !k.overTime {
		if query.Has("seconds") {
			return 0, refuse(http.StatusBadRequest, "a %s profile is of one moment; leave seconds out", k.name)
		}
		return 0, nil
	}
	seconds, err := strconv.Atoi(text)
	if err != nil || seconds < 1 || seconds > secondsMax {
		return 0, refuse(http.StatusBadRequest, "seconds must be a whole number from 1 to %d for %s, not %q", secondsMax, k.name, text)
	}
	return seconds, nil
}

func parseWorker(k kind, query url.Values, workers int) (int, error) {
	if !query.Has("worker") {
		if k.apart && workers > 1 {
			return 0, refuse(http.StatusBadRequest, "%ss cannot be merged; name one worker, from 0 to %d", k.name, workers-1)
		}
		return allWorkers, nil
	}
	text := query.Get("worker")
	worker, err := strconv.Atoi(text)
	if err != nil || worker < 0 || worker >= workers {
		return 0, refuse(http.StatusBadRequest, "worker must be a whole number from 0 to %d, not %q", workers-1, text)
	}
	return worker, nil
}

// list is the index of all profiles, as text.
func list(workers int) string {
	var text strings.Builder
	fmt.Fprintf(&text, "Profiles of %d worker(s), as pprof reads them. worker=I limits one to a single worker.\n\n", workers)
	for _, k := range kinds {
		path := Prefix + k.name
		if k.overTime {
			path += "?seconds=N"
		}
		if k.apart && workers > 1 {
			path += "&worker=I"
		}
		fmt.Fprintf(&text, "%-40s %s\n", path, k.says)
	}
	return text.String()
}
