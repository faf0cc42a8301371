//go:build faultinjection

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/google/uuid"

	"millionrps/agent/internal/folder"
	"millionrps/agent/internal/process"
	"millionrps/agent/internal/tuning/crash"
)

// hostRootVariable leads a build for tests to a made-up host.
const hostRootVariable = "MILLIONRPS_HOST_ROOT"

func init() {
	if root := os.Getenv(hostRootVariable); root != "" {
		hostRoot = root
	}
	commands = append(commands, command{"lab-apply", "tune this host outside of any run, until a signal comes (for tests)", labApplyCommand})
}

// labApplyCommand puts back what a life before left, tunes, waits for SIGTERM or SIGINT, and puts back. It says at which position each began
// and ended, for a loop that kills it at every one of them.
func labApplyCommand(arguments []string) error {
	var o tuningFlags
	var path string
	flags := newFlags("lab-apply")
	flags.StringVar(&o.tuning, "tuning", "", "`file` with what is asked; - reads stdin")
	flags.StringVar(&o.targetCPUs, "target-cpus", "", "CPUs of the target")
	flags.StringVar(&o.address, "address", "", "IP `address` that tells the NIC")
	flags.StringVar(&path, "data", "", "data `folder`, of this alone")
	if err := parse(flags, arguments); err != nil {
		return err
	}
	if path == "" {
		return usageError{errors.New("--data is missing")}
	}
	request, err := o.request()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	data, err := folder.Open(path)
	if err != nil {
		return err
	}
	defer data.Close()
	tuner, err := openTuner(data, process.NewLauncher(), newLog())
	if err != nil {
		return err
	}
	if err := tuner.mustRestore("left behind"); err != nil {
		return err
	}
	applied, err := tuner.Apply(ctx, uuid.NewString(), request)
	if err != nil {
		return err
	}
	for _, c := range applied.Changes {
		fmt.Printf("%s %s: %s -> %s %s\n", c.Status, c.Key, valueOr(c.Before, "?"), valueOr(c.ReadBack, "?"), c.Reason)
	}
	fmt.Printf("applied at position %d\n", crash.Positions())
	<-ctx.Done()
	for _, d := range tuner.Drift() {
		fmt.Printf("drift %s: %s -> %s\n", d.Key, d.Expected, valueOr(d.Found, "?"))
	}
	return tuner.mustRestore("restored")
}

func (h hostTuner) mustRestore(what string) error {
	result := h.Restore(context.Background())
	writeRestored(os.Stdout, result)
	fmt.Printf("%s at position %d\n", what, crash.Positions())
	if !result.Matches {
		return errors.New("this host is not as it was")
	}
	return nil
}
