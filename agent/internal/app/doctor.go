package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/control"
	"millionrps/agent/internal/doctor"
	"millionrps/agent/internal/facts"
	"millionrps/agent/internal/hostconfig"
	"millionrps/agent/internal/loadgen"
	"millionrps/agent/internal/perf"
)

// DoctorOptions say what to look at besides the host itself.
type DoctorOptions struct {
	Version string
	API     *url.URL // nil to leave the clock alone
	// Fingerprint is of the API's key, "" for the one that the data folder knows, if any.
	Fingerprint string
	Data        string // an absolute path; "" to leave its room alone
	ConfigFile  string // "" for the one at its usual place, if any
	Drivers     map[string]loadgen.Driver
	JSON        bool
}

// Doctor reads and changes nothing. Whatever is found, it succeeds; it fails when it cannot look.
func Doctor(o DoctorOptions, to *os.File) error {
	file, err := hostconfig.Open(o.ConfigFile)
	if err != nil {
		return UsageError{err}
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	host, err := readHost(o.Drivers, file, findBackends(file.Config(), nil), o.Version, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	config := host.doctorConfig(o.Data)
	if o.API != nil {
		if clock, err := compareClock(ctx, o.API, o.fingerprint()); err != nil {
			config.ClockTrouble = fmt.Sprintf("The API at %s does not answer as it should: %s.", o.API, err)
		} else {
			config.Clock = &clock
		}
	}
	report := doctor.Examine(ctx, config)
	if ctx.Err() != nil {
		return errors.New("interrupted before everything was looked at")
	}
	if o.JSON {
		return writeJSON(to, control.DoctorReportOf(report))
	}
	_, err = io.WriteString(to, doctorText(report, pageOf(to)))
	return err
}

func (o DoctorOptions) fingerprint() string {
	if o.Fingerprint != "" || o.Data == "" {
		return o.Fingerprint
	}
	return control.KnownFingerprint(filepath.Join(o.Data, control.CredentialFile))
}

// examine answers the host task: it knows the clock from the agent's heartbeats.
func (h *host) examine(data string) func(context.Context, *doctor.Clock) doctor.Report {
	return func(ctx context.Context, clock *doctor.Clock) doctor.Report {
		config := h.doctorConfig(data)
		config.Clock, config.ConfigurationFile.OfAgent = clock, true
		return doctor.Examine(ctx, config)
	}
}

func (h *host) doctorConfig(data string) doctor.Config {
	config := doctorConfigOf(h.known())
	lookAtTargets(h.file.Config(), &config)
	lookAtFile(h.file, &config)
	config.DataFolder = data
	config.ClockSynchronised = clockSynchronised()
	if err := perf.Check(); err != nil {
		var refusal perf.Refusal
		errors.As(err, &refusal)
		config.PerfTrouble = doctor.PerfTrouble{Clause: err.Error(), Filter: refusal.Filter, Right: refusal.Right}
	}
	if program, err := os.Executable(); err == nil {
		config.Program = append([]string{program}, withoutToken(os.Args[1:])...)
	}
	return config
}

// doctorConfigOf is what is known of this host before the doctor looks at it. Clock, DataFolder and Program are the caller's.
func doctorConfigOf(f facts.Facts) doctor.Config {
	c := doctor.Config{Root: "/", SoftirqAccountedApart: string(f.SoftirqAccountedApart)}
	for _, nic := range f.NICs {
		if !nic.Loopback {
			c.NICs = append(c.NICs, doctor.NIC{
				Name: nic.Name, RxQueues: nic.RxQueues, QueuesMax: nic.RxQueuesMax, Paired: nic.PairedQueues, Addresses: len(nic.Addresses),
			})
		}
	}
	for _, tool := range f.Tools {
		c.Tools = append(c.Tools, doctor.Tool{Name: tool.Name, Version: tool.Version})
	}
	return c
}

// withoutToken leaves out the join token: a report is read by more people than may let a host join.
func withoutToken(arguments []string) []string {
	var kept []string
	for i := 0; i < len(arguments); i++ {
		name, _, joined := strings.Cut(strings.TrimLeft(arguments[i], "-"), "=")
		switch {
		case name != "join-token":
			kept = append(kept, arguments[i])
		case !joined:
			i++ // its value is the next word
		}
	}
	return kept
}

// pageOf is how to write for a person at a terminal, or for a file.
func pageOf(to *os.File) page {
	p := page{root: os.Geteuid() == 0}
	size, err := unix.IoctlGetWinsize(int(to.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return p
	}
	p.columns = int(size.Col)
	p.colours = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	return p
}
