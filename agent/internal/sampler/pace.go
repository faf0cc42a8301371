package sampler

// scope says how much a sample refreshes.
type scope int

const (
	everySample      scope = iota
	everySecond            // and what takes a lock of the kernel's, asks a device, or is many small files
	everyFiveSeconds       // and what costs O(processes), or may wake a sleeping CPU
	everything             // and looks anew for what there is to read, as at the bounds of a step
)

// pace holds to cadences by the clock, so that ten samples a second cost no more of the slow ones than one.
type pace struct {
	secondUs      int64 // when what is read every second last was, since boot
	fiveSecondsUs int64
}

// due allows for a timer that fires a little early.
func (p *pace) due(nowUs int64) scope {
	const early = 50_000
	switch {
	case nowUs-p.fiveSecondsUs >= 5_000_000-early:
		return everyFiveSeconds
	case nowUs-p.secondUs >= 1_000_000-early:
		return everySecond
	}
	return everySample
}

func (p *pace) refreshed(what scope, nowUs int64) {
	if what >= everySecond {
		p.secondUs = nowUs
	}
	if what >= everyFiveSeconds {
		p.fiveSecondsUs = nowUs
	}
}

// paceSource says when what is read every second was.
type paceSource struct{ pace *pace }

func (s *paceSource) read(scope) (changed bool, err error) { return false, nil }

func (s *paceSource) columns(columns []string) []string {
	return append(columns, "system/everySecondReadMonotonicUs")
}

func (s *paceSource) values(values []int64) []int64 { return append(values, s.pace.secondUs) }

func (s *paceSource) close() {}
