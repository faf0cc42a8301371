package control

import (
	"strings"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/loadgen"
)

// abilitiesOf puts a driver's abilities on the wire, with empty lists in place of nil: JSON has no null for them.
func abilitiesOf(a loadgen.Abilities) *contract.ToolAbilities {
	modes := append([]string{}, a.Modes...)
	return &contract.ToolAbilities{
		Loops: mapped(a.Loops, func(l loadgen.LoopAbility) contract.ToolLoop {
			return contract.ToolLoop{
				Loop:       contract.Loop(l.Loop),
				Latency:    contract.LatencyKind(l.Label),
				Pipelining: a.Pipelining && l.Loop == loadgen.Closed,
				Poisson:    a.Poisson && l.Loop == loadgen.Open,
				// Every driver accepts a number of connections, even if its tool does not need one.
				Connections:     true,
				ShortestSeconds: int64(max(1, a.ShortestSeconds)),
			}
		}),
		Workers:       contract.ToolAbilitiesWorkers(a.Workers),
		ResolutionUs:  a.ResolutionUs,
		Percentiles:   mapped(a.Percentiles, func(percentile string) string { return strings.ReplaceAll(percentile, ".", "_") }),
		Histogram:     a.Histogram,
		Mixes:         a.Mixes,
		Decompression: a.Decompress,
		Modes:         &modes,
		Refusals: mapped(a.Refusals, func(r loadgen.Refusal) contract.ToolRefusal {
			return contract.ToolRefusal{Mode: r.Mode, Reason: r.Sentence}
		}),
	}
}
