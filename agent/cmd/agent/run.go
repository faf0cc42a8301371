package main

import (
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"millionrps/agent/internal/app"
	"millionrps/agent/internal/hostconfig"
	"millionrps/agent/internal/loadgen"
)

const (
	joinTokenVariable    = "MILLIONRPS_JOIN_TOKEN"
	insecureHTTPVariable = "MILLIONRPS_INSECURE_HTTP"

	nameMost   = 120
	nameWanted = "--name must have 1 to 120 characters"
)

func runCommand(arguments []string) error {
	o, err := parseRun(arguments)
	if err != nil {
		return err
	}
	return app.Run(o)
}

func parseRun(arguments []string) (app.RunOptions, error) {
	o := app.RunOptions{Version: release, JoinToken: os.Getenv(joinTokenVariable), Drivers: map[string]loadgen.Driver{}, Backends: map[string]string{}}
	// No process that is started from here needs it.
	_ = os.Unsetenv(joinTokenVariable)
	o.Kept = os.Getenv(app.KeptVariable) == "1"
	_ = os.Unsetenv(app.KeptVariable)
	o.Name, _ = os.Hostname()
	var api string
	flags := newFlags("run")
	flags.StringVar(&api, "url", "", "`URL` of the millionrps instance, such as http://127.0.0.1:3000")
	flags.StringVar(&o.JoinToken, "join-token", o.JoinToken, "`token` with which this host joins, of one use or of a pool; better given as "+joinTokenVariable+", which ps does not show")
	addFingerprintFlag(flags, &o.Fingerprint)
	flags.BoolVar(&o.InsecureHTTP, "insecure-http", os.Getenv(insecureHTTPVariable) == "1", "send the join token even where others can read it: over http to another machine")
	flags.StringVar(&o.Data, "data", "", "data `folder`, of this agent alone")
	flags.StringVar(&o.Name, "name", o.Name, "`name` under which this host joins")
	flags.StringVar(&o.ServerBinary, "server-binary", "", "`path` of the reference server; default: the file `server` beside this program, when there is one")
	flags.BoolVar(&o.ExitWithStdin, "exit-with-stdin", false, "stop when stdin ends: the supervisor that holds its other end is gone")
	flags.BoolVar(&o.BesideInstance, "beside-instance", false, "the parent process keeps the instance, too: its other descendants are marked as parts of the instance")
	addToolFlag(flags, o.Drivers)
	addBackendFlag(flags, o.Backends)
	addConfigFlag(flags, &o.ConfigFile)
	if err := parse(flags, arguments); err != nil {
		return o, err
	}
	o.Name = strings.TrimSpace(o.Name)
	if o.ServerBinary == "" {
		o.ServerBinary = serverBeside()
	}
	if err := checkRun(&o, api); err != nil {
		return o, app.UsageError{Err: err}
	}
	return o, nil
}

func addFingerprintFlag(flags *flag.FlagSet, fingerprint *string) {
	flags.Func("fingerprint", "`SHA-256` of the key of an instance whose certificate no authority vouches for, as the hosts page shows it; kept after the join. none: check its certificate as usual", func(value string) error {
		*fingerprint = value
		return app.CheckFingerprint(value)
	})
}

func addConfigFlag(flags *flag.FlagSet, file *string) {
	flags.StringVar(file, "config", "", "configuration `file` of this host; default: the one that "+hostconfig.PathVariable+" names, or "+hostconfig.DefaultPath+", when it exists")
}

func addToolFlag(flags *flag.FlagSet, drivers map[string]loadgen.Driver) {
	flags.Func("tool", "load generator as `name=path`, or name=interpreter,script; repeatable; default: "+loadgen.NameList()+", those that are on the PATH", func(value string) error {
		name, command, _ := strings.Cut(value, "=")
		driver, err := loadgen.New(name, splitCommand(command))
		drivers[name] = driver
		return err
	})
}

func addBackendFlag(flags *flag.FlagSet, backends map[string]string) {
	flags.Func("backend", "service that runs may have started, as `name=path`: postgresql and the folder of its programs, 18 or later, or cache and its program; default: what is installed", func(value string) error {
		name, path, _ := strings.Cut(value, "=")
		backends[name] = path
		return app.CheckBackend(name, path)
	})
}

// serverBeside is the server that lies beside this program, "" for none.
func serverBeside() string {
	self, err := os.Executable()
	if err != nil {
		return ""
	}
	beside := filepath.Join(filepath.Dir(self), "server")
	if info, err := os.Stat(beside); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	return beside
}

func splitCommand(command string) []string {
	if command == "" {
		return nil
	}
	return strings.Split(command, ",")
}

func checkRun(o *app.RunOptions, api string) (err error) {
	if api == "" {
		return errors.New("--url is missing: the address of the millionrps instance, such as http://127.0.0.1:3000")
	}
	if o.API, err = parseAPI(api); err != nil {
		return err
	}
	switch {
	case o.Data == "":
		return errors.New("--data is missing: the folder where this agent keeps its credential and what it has not delivered yet")
	case o.Name == "" || utf8.RuneCountInString(o.Name) > nameMost:
		return errors.New(nameWanted)
	case o.ServerBinary != "" && !filepath.IsAbs(o.ServerBinary):
		return fmt.Errorf("--server-binary must be an absolute path, not %q", o.ServerBinary)
	}
	return nil
}

func parseAPI(text string) (*url.URL, error) {
	address, err := url.Parse(text)
	if err != nil || address.Scheme != "http" && address.Scheme != "https" || address.Host == "" {
		return nil, fmt.Errorf("--url must be an http or https address, not %q", text)
	}
	return address, nil
}
