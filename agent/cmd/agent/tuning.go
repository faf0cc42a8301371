package main

import (
	"errors"
	"flag"
	"os"

	"millionrps/agent/internal/app"
)

func planCommand(arguments []string) error {
	var o app.PlanOptions
	flags := newFlags("plan")
	addTuningFlags(flags, &o)
	flags.BoolVar(&o.JSON, "json", false, "print the plan as JSON")
	if err := parse(flags, arguments); err != nil {
		return err
	}
	if err := checkTuning(o); err != nil {
		return err
	}
	return app.Plan(o, os.Stdout)
}

func addTuningFlags(flags *flag.FlagSet, o *app.PlanOptions) {
	flags.StringVar(&o.Tuning, "tuning", "", "`file` with what is asked, as JSON with the fields of tuning.server of a run; - reads stdin")
	flags.StringVar(&o.TargetCPUs, "target-cpus", "", "CPUs of the target: a `list` such as 0-3,8, or all, nic-local, last 4, first 4; default: all")
	flags.StringVar(&o.Address, "address", "", "IP `address` that the load goes to, which tells the NIC; default: the NIC of the default route")
}

func checkTuning(o app.PlanOptions) error {
	if o.Tuning == "" {
		return app.UsageError{Err: errors.New("--tuning is missing: the file with what is asked, or - for stdin")}
	}
	return nil
}

func snapshotCommand(arguments []string) error {
	var asJSON bool
	flags := newFlags("snapshot")
	flags.BoolVar(&asJSON, "json", false, "print it as JSON")
	if err := parse(flags, arguments); err != nil {
		return err
	}
	return app.Snapshot(os.Stdout, asJSON)
}

func restoreCommand(arguments []string) error {
	var path string
	var acceptPresent bool
	flags := newFlags("restore")
	flags.StringVar(&path, "data", "", "data `folder` of the agent that is gone")
	flags.BoolVar(&acceptPresent, "accept-present", false, "take what still differs afterwards as it is, and forget what it was")
	if err := parse(flags, arguments); err != nil {
		return err
	}
	if path == "" {
		return app.UsageError{Err: errors.New("--data is missing: the data folder of the agent that is gone")}
	}
	return app.Restore(path, acceptPresent)
}
