//go:build faultinjection

package app

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
}

// LabApply puts back what a life before left, tunes, waits for SIGTERM or SIGINT, and puts back. It says at which position each began
// and ended, for a loop that kills it at every one of them.
func LabApply(o PlanOptions, path string) error {
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
	tuner, err := openTuner(data, process.NewLauncher(), newLog(nil))
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
	result := h.Restore()
	writeRestored(os.Stdout, result)
	fmt.Printf("%s at position %d\n", what, crash.Positions())
	if !result.Matches {
		return errors.New("this host is not as it was")
	}
	return nil
}
