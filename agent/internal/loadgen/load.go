package loadgen

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"millionrps/agent/internal/requests"
)

// Loops are how a tool decides when it sends: the next request when one is answered, or at times fixed beforehand.
const (
	Closed = "closed"
	Open   = "open"
)

// Arrivals of an open loop.
const (
	Constant = "constant"
	Poisson  = "poisson"
)

// Load is one invocation as it was asked for.
type Load struct {
	// URL is the base address of the target, without a path.
	URL string
	// Requests are at least one, mixed by their weights. A body that is a file has its path.
	Requests []requests.Request
	// Protocol is HTTP2 or anything else, which is HTTP/1.1; TLS is nil where the address is http.
	Protocol string
	TLS      *TLS
	// Variables take their values anew for each request, at random from Seed and Draw, which differs between steps and phases.
	Variables []requests.Variable
	Seed      uint32
	Draw      int
	// Client is which of how many Clients this is, from 0 on.
	Client, Clients int
	// Cookies are kept and sent back by each connection.
	Cookies bool
	// RequestsPerConnection is after how many a connection is closed and another one opened; 0 keeps them open.
	RequestsPerConnection int
	// Decompress asks for gzip and has the tool decompress what comes.
	Decompress bool

	Loop string
	// Connections may be 0 in an open loop: the driver chooses.
	Connections int
	// Pipelining is how many requests are in flight on a connection; 0 is 1.
	Pipelining int
	// RequestsPerSecond and Arrivals are of an open loop.
	RequestsPerSecond int
	Arrivals          string

	DurationSeconds int
	// StartAtUs is when to begin, in microseconds since the epoch; 0 is at once. Only a tool that can StartAt takes another.
	StartAtUs int64
	// Workers are the tool's threads or processes; 0 leaves the number to the driver.
	Workers int
	// CPUs is how many CPUs the tool may use.
	CPUs int
	// ScriptFolder is where the driver's files lie, absolute.
	ScriptFolder string
}

// file is what is asked of the target.
func (l Load) file() requests.File {
	// A list that is empty is no null in JSON.
	return requests.File{Requests: l.Requests, Variables: append([]requests.Variable{}, l.Variables...), Seed: l.Seed}
}

func (l Load) scheme() string {
	if l.TLS != nil {
		return "https"
	}
	return "http"
}

// url is the address of a request.
func (l Load) url(path string) string { return strings.TrimSuffix(l.URL, "/") + path }

// path is where a file of the driver lies.
func (l Load) path(file File) string { return filepath.Join(l.ScriptFolder, file.Name) }

func (l Load) pipelining() int { return max(1, l.Pipelining) }

// connections are those asked, or otherwise.
func (l Load) connections(otherwise int) int {
	if l.Connections == 0 {
		return otherwise
	}
	return l.Connections
}

// check finds what no tool could do. Who plans a load checks it against the abilities, too.
func (l Load) check() error {
	base, err := url.Parse(l.URL)
	switch {
	// It becomes a word of a command line, and a line of a file.
	case err != nil || base.Scheme != l.scheme() || base.Host == "" || base.User != nil || base.RawQuery != "" || base.Fragment != "" || strings.ContainsAny(l.URL, " \t\r\n"):
		return fmt.Errorf("%q is not the address of a target, such as http://192.0.2.1:8080", l.URL)
	case l.Loop != Closed && l.Loop != Open:
		return fmt.Errorf("the loop %q is neither %s nor %s", l.Loop, Closed, Open)
	case l.DurationSeconds < 1:
		return fmt.Errorf("a load of %d s is none; ask for at least 1 s", l.DurationSeconds)
	case l.Connections < 0 || l.Loop == Closed && l.Connections < 1:
		return fmt.Errorf("a closed loop over %d connections sends nothing; ask for at least 1", l.Connections)
	case l.Loop == Open && l.RequestsPerSecond < 1:
		return fmt.Errorf("an open loop of %d requests per second sends nothing; ask for at least 1", l.RequestsPerSecond)
	case l.Loop == Open && l.Arrivals != Constant && l.Arrivals != Poisson:
		return fmt.Errorf("the arrivals %q are neither %s nor %s", l.Arrivals, Constant, Poisson)
	}
	return l.file().Check()
}

// workers are those asked, or all CPUs but two, which the rest of the host has.
func (l Load) workers() int {
	if l.Workers > 0 {
		return l.Workers
	}
	return max(1, l.CPUs-2)
}

// deal is the most workers, up to the number asked for, that share the connections evenly. autocannon, wrk and wrk2 open floor(connections
// / workers) in each (autocannon: lib/manager.js, wrk: src/wrk.c), so 50 over 3 would be 48. A number that was asked for is met at least by
// half or refused; a default becomes what divides.
func deal(tool, worker string, l Load) (int, error) {
	limit := min(l.workers(), l.Connections)
	workers := limit
	for l.Connections%workers != 0 {
		workers--
	}
	if l.Workers == 0 || 2*workers >= limit {
		return workers, nil
	}
	below := l.Connections / limit * limit
	return 0, fmt.Errorf("%s opens the same number of connections in every %s, and %d cannot be shared out evenly to %d %ss; "+
		"ask for %d or %d connections", tool, worker, l.Connections, limit, worker, below, below+limit)
}
