package main

import (
	"fmt"
	"os"
	"path/filepath"

	"millionrps/agent/internal/app"
	"millionrps/agent/internal/loadgen"
)

func doctorCommand(arguments []string) error {
	o := app.DoctorOptions{Version: release, Drivers: map[string]loadgen.Driver{}}
	var api string
	flags := newFlags("doctor")
	flags.StringVar(&api, "url", "", "`URL` of the millionrps instance whose clock this host's is compared with")
	addFingerprintFlag(flags, &o.Fingerprint)
	flags.StringVar(&o.Data, "data", "", "the agent's data `folder`: is there room left")
	flags.BoolVar(&o.JSON, "json", false, "print one JSON object")
	addToolFlag(flags, o.Drivers)
	addConfigFlag(flags, &o.ConfigFile)
	if err := parse(flags, arguments); err != nil {
		return err
	}
	var err error
	if o.Data != "" {
		if o.Data, err = filepath.Abs(o.Data); err != nil {
			return app.UsageError{Err: fmt.Errorf("the data folder has no absolute path: %w", err)}
		}
	}
	if api != "" {
		if o.API, err = parseAPI(api); err != nil {
			return app.UsageError{Err: err}
		}
	}
	return app.Doctor(o, os.Stdout)
}
