package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net/netip"
	"strconv"
	"time"

	"millionrps/server/backends"
	"millionrps/server/frameworks"
	"millionrps/server/internal/profiling"
	"millionrps/server/internal/unixsocket"
	"millionrps/server/workload"
)

const workersMax = 1024

// options are what the command line asked for. Workers is 0 for one per allowed CPU.
type options struct {
	framework    frameworks.Framework
	pick         string
	address      netip.AddrPort
	prefork      bool
	workers      int
	statsSocket  string
	pprofSocket  string
	drainTimeout time.Duration
	version      bool
	tls          bool
	backends     backends.Options
	degradation  workload.Degradation
	// prepare fills the backends with rows and keys instead of serving.
	prepare bool
	rows    int64
}

// parseOptions returns an error of one sentence, or flag.ErrHelp after writing the usage.
func parseOptions(arguments []string, usage io.Writer) (options, error) {
	var o options
	var framework, host string
	var port int
	flags := flag.NewFlagSet("server", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&framework, "framework", frameworks.Default, "`name` of what serves: nethttp, fasthttp or fiber")
	flags.StringVar(&host, "host", "127.0.0.1", "IP `address` to listen on")
	flags.IntVar(&port, "port", 8080, "`port` to listen on; 0 takes a free one, which the ready line names")
	flags.BoolVar(&o.prefork, "prefork", false, "start processes that share the port, instead of one process")
	flags.IntVar(&o.workers, "workers", 0, "`number` of processes with --prefork, GOMAXPROCS without; 0 means one per allowed CPU")
	flags.StringVar(&o.statsSocket, "stats-socket", "", "`path` of the unix socket that tells the request counts; none when empty")
	flags.StringVar(&o.pick, "pick", workload.PickLocal, "how products are drawn: `local` by each worker for itself, locked from one source behind a mutex")
	flags.StringVar(&o.pprofSocket, "pprof-socket", "", "`path` of the unix socket that gives profiles of all workers at once; none when empty")
	flags.DurationVar(&o.drainTimeout, "drain-timeout", 5*time.Second, "how long requests in flight may take after SIGTERM or SIGINT")
	flags.BoolVar(&o.tls, "tls", false, "speak TLS, with a certificate made at start, which the ready line has")
	o.declareBackends(flags)
	flags.BoolVar(&o.version, "version", false, "print the version and exit")

	if err := flags.Parse(arguments); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			flags.SetOutput(usage)
			flags.Usage()
		}
		return o, err
	}
	if flags.NArg() > 0 {
		return o, fmt.Errorf("unexpected argument %q; server takes flags only", flags.Arg(0))
	}
	return o, o.check(framework, host, port)
}

func (o *options) check(framework, host string, port int) error {
	var err error
	if o.framework, err = frameworks.Named(framework); err != nil {
		return err
	}
	if _, err := workload.NewPicker(o.pick, 0); err != nil {
		return err
	}
	ip, err := netip.ParseAddr(host)
	switch {
	case err != nil:
		return fmt.Errorf("--host must be an IP address, not %q", host)
	case port < 0 || port > 65535:
		return fmt.Errorf("--port must be between 0 and 65535, not %d", port)
	case o.workers < 0 || o.workers > workersMax:
		return fmt.Errorf("--workers must be between 0 and %d, not %d", workersMax, o.workers)
	case o.drainTimeout <= 0:
		return fmt.Errorf("--drain-timeout must be longer than 0, not %s", o.drainTimeout)
	}
	if o.prefork {
		longest := profiling.WorkerSocket(o.pprofSocket, workersMax-1)
		if err := unixsocket.CheckLength(longest, "pprof"); o.pprofSocket != "" && err != nil {
			return fmt.Errorf("%w, and every worker needs one with its number behind it", err)
		}
	}
	o.address = netip.AddrPortFrom(ip.Unmap(), uint16(port))
	return o.checkBackends()
}

// workerArguments are the command line of a worker: what it shares with its master, with the port decided.
func workerArguments(o options, held netip.AddrPort) []string {
	return append([]string{
		"--framework", o.framework.Name,
		"--pick", o.pick,
		"--pprof-socket", o.pprofSocket,
		"--host", held.Addr().String(),
		"--port", fmt.Sprint(held.Port()),
		"--drain-timeout", o.drainTimeout.String(),
		"--tls=" + strconv.FormatBool(o.tls),
	}, o.backendArguments()...)
}
