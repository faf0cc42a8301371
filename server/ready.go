package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/netip"

	"millionrps/server/internal/certificate"
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
	// Certificate is PEM, where TLS is spoken: what clients are to trust.
	Certificate string `json:"certificate,omitempty"`
}

func announce(stdout io.Writer, r ready, o options, at netip.AddrPort, identity *certificate.Identity) error {
	r.Event = "ready"
	r.URL = o.url(at)
	r.Framework = o.framework.Name
	r.FrameworkVersion = o.framework.Version
	r.Pick = o.pick
	if identity != nil {
		r.Certificate = identity.CertificatePEM
	}
	r.Workers = len(r.PIDs)
	if err := json.NewEncoder(stdout).Encode(r); err != nil {
		return fmt.Errorf("writing the ready line: %w", err)
	}
	return nil
}

func (o *options) url(at netip.AddrPort) string {
	if o.tls {
		return "https://" + at.String()
	}
	return "http://" + at.String()
}
