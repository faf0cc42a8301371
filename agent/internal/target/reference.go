package target

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"time"

	"millionrps/agent/internal/kernel/cpulist"
	"millionrps/agent/internal/process"
)

// DrainSeconds is what requests in flight get after SIGTERM.
const DrainSeconds = 5

// Reference says how to start the reference server.
type Reference struct {
	Binary string
	// Host is the IP address to listen on.
	Host      string
	Port      int
	Framework string
	Prefork   bool
	// Workers are processes with prefork, GOMAXPROCS without; 0 for one per CPU that it may use.
	Workers int
	// Pick is local or locked.
	Pick string
	// TLS has it make a certificate.
	TLS  bool
	CPUs cpulist.List
	// Arguments are of the services that it asks, or of how it fails; Environment is NAME=value.
	Arguments   []string
	Environment []string
	// StatsSocket is where the target tells its request counts, PprofSocket where it gives its profiles.
	StatsSocket string
	PprofSocket string
	// LogPath is written anew; it takes stdout and stderr.
	LogPath string
	// ReadyWithin bounds the wait for the ready line.
	ReadyWithin time.Duration
}

func (r Reference) argv() []string {
	argv := []string{
		r.Binary,
		"--host", r.Host,
		"--port", strconv.Itoa(r.Port),
		"--framework", r.Framework,
		"--pick", r.Pick,
		"--drain-timeout", strconv.Itoa(DrainSeconds) + "s",
		"--stats-socket", r.StatsSocket,
		"--pprof-socket", r.PprofSocket,
	}
	if r.Workers > 0 {
		argv = append(argv, "--workers", strconv.Itoa(r.Workers))
	}
	if r.TLS {
		argv = append(argv, "--tls")
	}
	if r.Prefork {
		argv = append(argv, "--prefork")
	}
	return append(argv, r.Arguments...)
}

// ready is the line that the reference server prints when it listens.
type ready struct {
	Event               string `json:"event"`
	URL                 string `json:"url"`
	Framework           string `json:"framework"`
	FrameworkVersion    string `json:"frameworkVersion"`
	Workers             int    `json:"workers"`
	GoMaxProcsPerWorker int    `json:"goMaxProcsPerWorker"`
	Certificate         string `json:"certificate"`
}

// StartReference returns when the server listens, or an error of one sentence with its last words. After an error nothing of it is left but
// its log.
func StartReference(ctx context.Context, launcher *process.Launcher, r Reference) (*Target, error) {
	said := make(chan struct{})
	var line ready
	argv := r.argv()
	p, err := startProgram(launcher, process.Spec{Argv: argv, CPUs: r.CPUs, Environment: r.Environment}, r.LogPath, func(l *log, stdout *os.File) {
		l.follow(stdout, func(read ready) {
			line = read
			close(said)
		})
	})
	if err != nil {
		return nil, err
	}
	err = p.await(ctx, said, r.ReadyWithin, func() string { return fmt.Sprintf("say within %s that it listens", r.ReadyWithin) })
	if err != nil {
		p.kill()
		return nil, err
	}
	profiled := 1
	if r.Prefork {
		profiled = line.Workers
	}
	return &Target{
		URL: line.URL, Version: line.Framework + " " + line.FrameworkVersion, Command: argv, Environment: p.child.Environment, PIDs: []int{p.pid},
		Workers: line.Workers, GoMaxProcsPerWorker: line.GoMaxProcsPerWorker, Certificate: line.Certificate,
		StatsSocket: r.StatsSocket, Pprof: "unix:" + r.PprofSocket, ProfiledProcesses: profiled, life: p,
	}, nil
}
