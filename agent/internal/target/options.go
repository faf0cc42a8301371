package target

import (
	"strconv"
	"time"

	"millionrps/agent/internal/cpulist"
)

// DrainSeconds is what requests in flight get after SIGTERM.
const DrainSeconds = 5

// Options say which target to start. The only kind is the reference server.
type Options struct {
	Binary string
	// Host is the IP address to listen on.
	Host    string
	Port    int
	Prefork bool
	// Workers are processes with prefork, GOMAXPROCS without; 0 for one per CPU that it may use.
	Workers int
	CPUs    cpulist.List
	// StatsSocket is where the target tells its request counts.
	StatsSocket string
	// LogPath is written anew; it takes stdout and stderr.
	LogPath string
	// ReadyWithin bounds the wait for the ready line.
	ReadyWithin time.Duration
}

func (o Options) argv() []string {
	argv := []string{
		o.Binary,
		"--host", o.Host,
		"--port", strconv.Itoa(o.Port),
		"--drain-timeout", strconv.Itoa(DrainSeconds) + "s",
		"--stats-socket", o.StatsSocket,
	}
	if o.Workers > 0 {
		argv = append(argv, "--workers", strconv.Itoa(o.Workers))
	}
	if o.Prefork {
		argv = append(argv, "--prefork")
	}
	return argv
}

// Ready is the line that a target prints when it listens.
type Ready struct {
	Event               string `json:"event"`
	URL                 string `json:"url"`
	Framework           string `json:"framework"`
	FrameworkVersion    string `json:"frameworkVersion"`
	Workers             int    `json:"workers"`
	GoMaxProcsPerWorker int    `json:"goMaxProcsPerWorker"`
}
