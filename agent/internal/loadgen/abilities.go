package loadgen

import "errors"

var everyPercentile = []string{"p50", "p90", "p95", "p97.5", "p99", "p99.9", "p99.99"}

// Labels of latency. Figures under different labels are never compared.
const (
	LabelClosed    = "closed"
	LabelSynthetic = "synthetic"
	LabelOpen      = "open"
)

// What the workers of a tool are.
const (
	Threads     = "threads"
	Processes   = "processes"
	NoOfWorkers = "none"
)

// Abilities are the one statement of what a tool can do and what its figures can mean.
type Abilities struct {
	// Loops are those that the tool drives honestly.
	Loops []LoopAbility
	// ResolutionUs is the step in which the tool counts latency; it truncates.
	ResolutionUs int64
	Pipelining   bool
	Poisson      bool
	// Mixes says that several requests can be mixed by weight.
	Mixes      bool
	Decompress bool
	// StartAt says that the tool itself waits for Load.StartAtUs.
	StartAt bool
	// ShortestSeconds is the least duration that can be asked for; 0 is any.
	ShortestSeconds int
	// Workers are threads, processes, or none that can be chosen.
	Workers string
	// Percentiles are those that it gives: p50, p97.5.
	Percentiles []string
	// Histogram says that the tool gives one that can be merged with others.
	Histogram bool
	// PerSecond says that it tells how many requests succeeded in each second.
	PerSecond bool
	// Refusals are the modes that the driver refuses: those that the tool lacks or gets wrong.
	Refusals []Refusal
}

// LoopAbility is a loop and the label of the latencies that it yields.
type LoopAbility struct{ Loop, Label string }

// Modes of a load that a tool may refuse; the loops are modes, too.
const (
	modePipelining     = "pipelining"
	modeOpenPipelining = "open-pipelining"
	modePoisson        = "poisson"
	modeMixes          = "mixes"
	modeDecompress     = "decompress"
	modeWorkers        = "workers"
)

// Refusal is a mode with the sentence that says why, and what to ask instead.
type Refusal struct{ Mode, Sentence string }

// modes are those that the load asks for.
func (l Load) modes() []string {
	modes := []string{l.Loop}
	for _, m := range []struct {
		mode  string
		asked bool
	}{
		{modePipelining, l.Loop == Closed && l.pipelining() > 1},
		{modeOpenPipelining, l.Loop == Open && l.pipelining() > 1},
		{modePoisson, l.Loop == Open && l.Arrivals == Poisson},
		{modeMixes, len(l.Requests) > 1},
		{modeDecompress, l.Decompress},
		{modeWorkers, l.Workers > 1},
	} {
		if m.asked {
			modes = append(modes, m.mode)
		}
	}
	return modes
}

// accept returns the first reason why a tool does not drive this load.
func (a Abilities) accept(l Load) error {
	if err := l.check(); err != nil {
		return err
	}
	for _, mode := range l.modes() {
		for _, refusal := range a.Refusals {
			if refusal.Mode == mode {
				return errors.New(refusal.Sentence)
			}
		}
	}
	return nil
}

// label is that of the latencies of a loop.
func (a Abilities) label(loop string) string {
	for _, ability := range a.Loops {
		if ability.Loop == loop {
			return ability.Label
		}
	}
	return ""
}

// unmeasured is the latency of a load without a figure.
func (a Abilities) unmeasured(l Load) LatencyMs {
	return LatencyMs{Loop: a.label(l.Loop), ResolutionUs: a.ResolutionUs}
}

// openPipelining is refused by every tool that has no such thing.
func openPipelining(tool string) Refusal {
	return Refusal{modeOpenPipelining, tool + " sends one request at a time on a connection in an open loop; ask for pipelining 1, or for a closed loop"}
}

func constantOnly(tool string) Refusal {
	return Refusal{modePoisson, tool + " sends at even intervals only; ask for constant arrivals, or choose volley"}
}
