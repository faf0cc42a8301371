package control

import (
	"strings"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/loadgen"
)

// abilitiesOf puts a driver's abilities on the wire, with empty lists in place of nil: JSON has no null for them.
func abilitiesOf(a loadgen.Abilities) *contract.ToolAbilities {
	abilities := &contract.ToolAbilities{
		Loops:         []contract.ToolLoop{},
		Workers:       contract.ToolAbilitiesWorkers(a.Workers),
		ResolutionUs:  a.ResolutionUs,
		Percentiles:   []string{},
		Histogram:     a.Histogram,
		Mixes:         a.Mixes,
		Decompression: a.Decompress,
		Refusals:      []contract.ToolRefusal{},
	}
	for _, l := range a.Loops {
		abilities.Loops = append(abilities.Loops, contract.ToolLoop{
			Loop:       contract.Loop(l.Loop),
			Latency:    contract.LatencyKind(l.Label),
			Pipelining: a.Pipelining && l.Loop == loadgen.Closed,
			Poisson:    a.Poisson && l.Loop == loadgen.Open,
			// Every driver accepts a number of connections, also those that can do without one.
			Connections:     true,
			ShortestSeconds: int64(max(1, a.ShortestSeconds)),
		})
	}
	for _, percentile := range a.Percentiles {
		// p97.5 is p97_5 there, as the fields of latencies are named.
		abilities.Percentiles = append(abilities.Percentiles, strings.ReplaceAll(percentile, ".", "_"))
	}
	for _, r := range a.Refusals {
		abilities.Refusals = append(abilities.Refusals, contract.ToolRefusal{Mode: r.Mode, Reason: r.Sentence})
	}
	return abilities
}
