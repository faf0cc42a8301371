package control

import (
	"strings"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/loadgen"
)

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
			// Every driver takes a number of connections, also where it need not be told one.
			Connections:     true,
			ShortestSeconds: int64(max(1, a.ShortestSeconds)),
		})
	}
	for _, percentile := range a.Percentiles {
		abilities.Percentiles = append(abilities.Percentiles, strings.ReplaceAll(percentile, ".", "_"))
	}
	for _, r := range a.Refusals {
		abilities.Refusals = append(abilities.Refusals, contract.ToolRefusal{Mode: r.Mode, Reason: r.Sentence})
	}
	return abilities
}
