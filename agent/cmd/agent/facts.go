package main

import (
	"encoding/json"
	"io"

	"millionrps/agent/internal/control"
	"millionrps/agent/internal/facts"
	"millionrps/agent/internal/loadgen"
	"millionrps/agent/internal/runner"
)

// readHost says what this host is, and which of the tools answered when asked for their version: only those can be started.
func readHost(drivers []loadgen.Driver) (facts.Facts, map[string]runner.Tool, error) {
	commands := facts.Tools{}
	for _, driver := range drivers {
		commands[driver.Name()] = driver.VersionCommand()
	}
	host, err := facts.Read("/", commands)
	if err != nil {
		return host, nil, err
	}
	versions := map[string]string{}
	for _, tool := range host.Tools {
		versions[tool.Name] = tool.Version
	}
	tools := map[string]runner.Tool{}
	for _, driver := range drivers {
		if version := versions[driver.Name()]; version != "" {
			tools[driver.Name()] = runner.Tool{Driver: driver, Version: version}
		}
	}
	return host, tools, nil
}

func printFacts(to io.Writer) error {
	host, _, err := readHost(nil)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(to)
	encoder.SetIndent("", "  ")
	return encoder.Encode(control.FactsOf(host))
}
