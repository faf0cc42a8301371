//go:build faultinjection

package main

import (
	"errors"

	"millionrps/agent/internal/app"
)

func init() {
	commands = append(commands, command{"lab-apply", "tune this host outside of any run, until a signal comes (for tests)", labApplyCommand})
}

func labApplyCommand(arguments []string) error {
	var o app.PlanOptions
	var path string
	flags := newFlags("lab-apply")
	addTuningFlags(flags, &o)
	flags.StringVar(&path, "data", "", "data `folder`, of this alone")
	if err := parse(flags, arguments); err != nil {
		return err
	}
	if path == "" {
		return app.UsageError{Err: errors.New("--data is missing")}
	}
	if err := checkTuning(o); err != nil {
		return err
	}
	return app.LabApply(o, path)
}
