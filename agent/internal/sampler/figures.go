package sampler

import "sync"

// Figures are columns that somebody else reads, who knows how.
type Figures interface {
	// Columns never change.
	Columns() []string
	// Append adds a value for each column: what was read last. It does not wait.
	Append(values []int64) []int64
	// Refresh reads now.
	Refresh()
}

// TrackFigures adds the columns of readers, in place of those before.
func (s *Sampler) TrackFigures(figures ...Figures) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.closed {
		return errClosed
	}
	s.figures.track(figures)
	return nil
}

// UntrackFigures removes them.
func (s *Sampler) UntrackFigures() {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.figures.track(nil)
}

// refreshFigures is called without the lock: who reads may take its time. They read at once, so that it takes as long as the slowest.
func (s *Sampler) refreshFigures() {
	s.lock.Lock()
	tracked := s.figures.tracked
	s.lock.Unlock()
	var all sync.WaitGroup
	for _, figures := range tracked {
		all.Go(figures.Refresh)
	}
	all.Wait()
}

type figureSource struct {
	tracked  []Figures
	relayout bool
}

func (s *figureSource) track(figures []Figures) {
	s.relayout = s.relayout || len(figures) > 0 || len(s.tracked) > 0
	s.tracked = figures
}

func (s *figureSource) read(scope) (changed bool, err error) {
	changed = s.relayout
	s.relayout = false
	return changed, nil
}

func (s *figureSource) columns(columns []string) []string {
	for _, figures := range s.tracked {
		columns = append(columns, figures.Columns()...)
	}
	return columns
}

func (s *figureSource) values(values []int64) []int64 {
	for _, figures := range s.tracked {
		values = figures.Append(values)
	}
	return values
}

func (s *figureSource) close() {}
