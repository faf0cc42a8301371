package runner

import "fmt"

// windowEdge samples now. The server of a run whose load comes from other hosts is counted between two such samples.
func (r *Runner) windowEdge(runID string, o *Outcome) error {
	if err := r.mustHold(runID); err != nil {
		return err
	}
	if r.bench.recorder == nil {
		return fmt.Errorf("no sample can be taken on %s, whose preparation failed", r.HostName)
	}
	var err error
	if o.WindowEdgeAtUs, err = r.bench.recorder.boundary(); err != nil {
		return fmt.Errorf("the sample at the edge of the load failed on %s: %w", r.HostName, err)
	}
	return nil
}
