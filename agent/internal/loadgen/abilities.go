package loadgen

import (
	"errors"
	"slices"

	"millionrps/agent/internal/requests"
)

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
	// Loops are the loops that the tool drives honestly.
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
	// Percentiles are the percentiles that it reports: p50, p97.5.
	Percentiles []string
	// Histogram says that the tool reports a histogram that can be merged with others.
	Histogram bool
	// PerSecond says that it tells how many requests succeeded in each second.
	PerSecond bool
	// Modes are what it can send beyond GET of paths, as listed in the contract.
	Modes []string
	// Refusals are the modes that the driver refuses because the tool lacks them or gets them wrong.
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

// Modes that a tool has only when its abilities say so; each other one it refuses.
const (
	modeMethod                = "method"
	modeHeaders               = "headers"
	modeBody                  = "body"
	modeBodyFile              = "body-file"
	modeExpect                = "expect"
	modeVariables             = "variables"
	modeSecrets               = "secrets"
	modeCookies               = "cookies"
	modeRequestsPerConnection = "requests-per-connection"
)

var requestModes = []string{modeMethod, modeHeaders, modeBody, modeBodyFile, modeExpect, modeVariables, modeSecrets, modeCookies, modeRequestsPerConnection}

// Refusal is a mode with the sentence that says why, and what to ask instead.
type Refusal struct{ Mode, Sentence string }

// modes are the modes that the load asks for.
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
	return append(append(modes, l.transportModes()...), l.requestModes()...)
}

// requestModes are what the load sends beyond GET of paths.
func (l Load) requestModes() []string {
	asked := map[string]bool{
		modeVariables: len(l.Variables) > 0, modeSecrets: len(l.file().Secrets()) > 0, modeCookies: l.Cookies, modeRequestsPerConnection: l.RequestsPerConnection > 0,
	}
	for _, r := range l.Requests {
		asked[modeMethod] = asked[modeMethod] || r.Method != "GET"
		asked[modeHeaders] = asked[modeHeaders] || len(r.Headers) > 0
		asked[modeBody] = asked[modeBody] || r.Body != nil
		asked[modeBodyFile] = asked[modeBodyFile] || r.Body != nil && r.Body.Kind == requests.Stored
		asked[modeExpect] = asked[modeExpect] || r.Expect != (requests.Expectation{})
	}
	return slices.DeleteFunc(slices.Clone(requestModes), func(mode string) bool { return !asked[mode] })
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
