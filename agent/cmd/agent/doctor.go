package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
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
	"millionrps/agent/internal/hostconfig"
	"millionrps/agent/internal/loadgen"
)

type doctorOptions struct {
	api     *url.URL // nil to leave the clock alone
	data    string
	config  hostconfig.Config
	drivers map[string]loadgen.Driver
	json    bool
}

func parseDoctorOptions(arguments []string, usage io.Writer) (doctorOptions, error) {
	o := doctorOptions{drivers: map[string]loadgen.Driver{}}
	var api, configFile string
	flags := flag.NewFlagSet("agent doctor", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&api, "url", "", "`URL` of the millionrps instance whose clock this host's is compared with")
	flags.StringVar(&o.data, "data", "", "the agent's data `folder`: is there room left")
	flags.BoolVar(&o.json, "json", false, "print one JSON object")
	addToolFlag(flags, o.drivers)
	flags.StringVar(&configFile, "config", "", "configuration `file` of this host; default: "+hostconfig.DefaultPath+", when it exists")
	if err := flags.Parse(arguments); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			flags.SetOutput(usage)
			flags.Usage()
		}
		return o, err
	}
	if flags.NArg() > 0 {
		return o, fmt.Errorf("unexpected argument %q; agent doctor takes flags only", flags.Arg(0))
	}
	var err error
	if o.config, err = hostconfig.Read(configFile); err != nil {
		return o, err
	}
	if o.data != "" {
		absolute, err := filepath.Abs(o.data)
		if err != nil {
			return o, fmt.Errorf("the data folder %s has no absolute path: %w", o.data, err)
		}
		o.data = absolute
	}
	if api == "" {
		return o, nil
	}
	address, err := parseAPI(api)
	o.api = address
	return o, err
}

// examineHost reads and changes nothing. Whatever is found, it succeeds; it fails when it cannot look.
func examineHost(o doctorOptions, to *os.File) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	host, err := readHost(o.drivers, o.config, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	config := host.doctorConfig(o.data)
	if o.api != nil {
		if clock, err := compareClock(ctx, o.api); err != nil {
			config.ClockTrouble = fmt.Sprintf("The API at %s does not answer: %s.", o.api, err)
		} else {
			config.Clock = &clock
		}
	}
	report := doctor.Examine(ctx, config)
	if ctx.Err() != nil {
		return errors.New("interrupted before everything was looked at")
	}
	if o.json {
		encoder := json.NewEncoder(to)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		return encoder.Encode(control.DoctorReportOf(report))
	}
	_, err = io.WriteString(to, doctorText(report, pageOf(to)))
	return err
}

// examine answers the host task: it knows the clock from the agent's heartbeats.
func (h *host) examine(data string) func(context.Context, *doctor.Clock) doctor.Report {
	return func(ctx context.Context, clock *doctor.Clock) doctor.Report {
		config := h.doctorConfig(data)
		config.Clock = clock
		return doctor.Examine(ctx, config)
	}
}

func (h *host) doctorConfig(data string) doctor.Config {
	h.mu.Lock()
	config := control.DoctorConfigOf(h.facts)
	h.mu.Unlock()
	lookAtTargets(h.config, &config)
	config.DataFolder = data
	if program, err := os.Executable(); err == nil {
		config.Program = append([]string{program}, withoutToken(os.Args[1:])...)
	}
	return config
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
