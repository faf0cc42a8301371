package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"millionrps/agent/internal/hostconfig"
	"millionrps/agent/internal/loadgen"
)

const joinTokenVariable = "MILLIONRPS_JOIN_TOKEN"

// runOptions are what the command line asked for.
type runOptions struct {
	api           *url.URL
	joinToken     string
	data          string
	name          string
	serverBinary  string
	drivers       map[string]loadgen.Driver // those of --tool, by the tool's name
	config        hostconfig.Config
	configFault   error // why there is no config: the host is put back all the same before it ends the start
	exitWithStdin bool
}

// parseRunOptions returns an error of one sentence, or flag.ErrHelp after writing the usage.
func parseRunOptions(arguments []string, usage io.Writer) (runOptions, error) {
	o := runOptions{joinToken: os.Getenv(joinTokenVariable), drivers: map[string]loadgen.Driver{}}
	// No process that is started from here needs it.
	_ = os.Unsetenv(joinTokenVariable)
	o.name, _ = os.Hostname()
	var api, configFile string
	flags := newFlags("run")
	flags.StringVar(&api, "url", "", "`URL` of the millionrps instance, such as http://127.0.0.1:3000")
	flags.StringVar(&o.joinToken, "join-token", o.joinToken, "one-time `token` with which this host joins; better given as "+joinTokenVariable+", which ps does not show")
	flags.StringVar(&o.data, "data", "", "data `folder`, of this agent alone")
	flags.StringVar(&o.name, "name", o.name, "`name` under which this host joins")
	flags.StringVar(&o.serverBinary, "server-binary", "", "`path` of the reference server; default: the file `server` beside this program, when there is one")
	flags.BoolVar(&o.exitWithStdin, "exit-with-stdin", false, "stop when stdin ends: the supervisor that holds its other end is gone")
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
		return o, fmt.Errorf("unexpected argument %q; agent run takes flags only", flags.Arg(0))
	}
	o.findServer()
	if err := o.check(api); err != nil {
		return o, err
	}
	o.config, o.configFault = hostconfig.Read(configFile)
	return o, nil
}

func addToolFlag(flags *flag.FlagSet, drivers map[string]loadgen.Driver) {
	flags.Func("tool", "load generator as `name=path`, or name=interpreter,script; repeatable; default: "+loadgen.NameList()+", those that are on the PATH", func(value string) error {
		name, command, _ := strings.Cut(value, "=")
		driver, err := loadgen.New(name, splitCommand(command))
		drivers[name] = driver
		return err
	})
}

// findServer takes the server that lies beside this program when none was named.
func (o *runOptions) findServer() {
	if self, err := os.Executable(); err == nil && o.serverBinary == "" {
		beside := filepath.Join(filepath.Dir(self), "server")
		if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() {
			o.serverBinary = beside
		}
	}
}

func splitCommand(command string) []string {
	if command == "" {
		return nil
	}
	return strings.Split(command, ",")
}

func (o *runOptions) check(api string) error {
	if api == "" {
		return errors.New("--url is missing: the address of the millionrps instance, such as http://127.0.0.1:3000")
	}
	address, err := parseAPI(api)
	if err != nil {
		return err
	}
	o.api = address
	o.name = strings.TrimSpace(o.name)
	switch {
	case o.data == "":
		return errors.New("--data is missing: the folder where this agent keeps its credential and what it has not delivered yet")
	case o.name == "" || len(o.name) > 120:
		return errors.New("--name must have 1 to 120 characters")
	case o.serverBinary != "" && !filepath.IsAbs(o.serverBinary):
		return fmt.Errorf("--server-binary must be an absolute path, not %q", o.serverBinary)
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
