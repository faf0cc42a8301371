package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/netip"

	"millionrps/server/frameworks/fiber"
)

// ready says what was really started.
type ready struct {
	Event               string `json:"event"`
	URL                 string `json:"url"`
	Framework           string `json:"framework"`
	FrameworkVersion    string `json:"frameworkVersion"`
	Prefork             bool   `json:"prefork"`
	Workers             int    `json:"workers"`
	GoMaxProcsPerWorker int    `json:"goMaxProcsPerWorker"`
	PID                 int    `json:"pid"`
	PIDs                []int  `json:"pids"`
}

func announce(stdout io.Writer, r ready, at netip.AddrPort) error {
	r.Event = "ready"
	r.URL = "http://" + at.String()
	r.Framework = fiber.Name
	r.FrameworkVersion = fiber.Version
	r.Workers = len(r.PIDs)
	if err := json.NewEncoder(stdout).Encode(r); err != nil {
		return fmt.Errorf("writing the ready line: %w", err)
	}
	return nil
}
