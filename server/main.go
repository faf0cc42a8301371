// Server is the reference server: a target that is known to the last byte.
package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"

	"millionrps/server/frameworks"
	"millionrps/server/internal/prefork"
)

const (
	exitFailed = 1
	exitUsage  = 2
)

// usageError is a mistake in the command line.
type usageError struct{ error }

func main() {
	log.SetFlags(0)
	log.SetPrefix("server: ")
	// Asked for before anything starts: a signal that comes early must still end in a clean stop.
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM, syscall.SIGINT)

	err := run(os.Args[1:], stop)
	var usage usageError
	switch {
	case err == nil || errors.Is(err, flag.ErrHelp) || errors.Is(err, prefork.ErrStopped):
	case errors.As(err, &usage):
		log.Print(err)
		os.Exit(exitUsage)
	default:
		log.Print(err)
		os.Exit(exitFailed)
	}
}

func run(arguments []string, stop <-chan os.Signal) error {
	o, err := parseOptions(arguments, os.Stdout)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return err
	case err != nil:
		return usageError{err}
	case o.version:
		fmt.Println(version())
		return nil
	case o.prepare:
		return prepare(o, stop)
	}
	if o.pprofSocket == "" {
		// Without profiles the heap cannot be asked for, so it is not sampled either.
		runtime.MemProfileRate = 0
	}
	if prefork.IsWorker() {
		return runWorker(o, stop)
	}
	if o.workers == 0 {
		// NumCPU counts the CPUs of the affinity mask this process was started with.
		o.workers = runtime.NumCPU()
	}
	if o.prefork {
		return runMaster(o, stop)
	}
	return runAlone(o, stop)
}

func version() string {
	own := "(devel)"
	if build, ok := debug.ReadBuildInfo(); ok && build.Main.Version != "" {
		own = build.Main.Version
	}
	var parts []string
	for _, framework := range frameworks.All {
		parts = append(parts, framework.Name+" "+framework.Version)
	}
	return fmt.Sprintf("server %s, %s, %s", own, strings.Join(parts, ", "), runtime.Version())
}
