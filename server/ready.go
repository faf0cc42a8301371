package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/netip"
)

// ready says what was really started.
type ready struct {
	Event               string `json:"event"`
	URL                 string `json:"url"`
	Framework           string `json:"framework"`
	FrameworkVersion    string `json:"frameworkVersion"`
	Pick                string `json:"pick"`
	Prefork             bool   `json:"prefork"`
	Listeners           int    `json:"listeners"`
	Workers             int    `json:"workers"`
	GoMaxProcsPerWorker int    `json:"goMaxProcsPerWorker"`
	PID                 int    `json:"pid"`
	PIDs                []int  `json:"pids"`
}

func announce(stdout io.Writer, r ready, o options, at netip.AddrPort) error {
	r.Event = "ready"
	r.URL = "http://" + at.String()
	r.Framework = o.framework.Name
	r.FrameworkVersion = o.framework.Version
	r.Pick = o.pick
	r.Workers = len(r.PIDs)
	if err := json.NewEncoder(stdout).Encode(r); err != nil {
		return fmt.Errorf("writing the ready line: %w", err)
	}
	return nil
}
