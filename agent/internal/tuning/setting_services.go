package tuning

import (
	"fmt"
	"slices"
	"strings"
)

func (p *planner) stopServices() error {
	const setting = "stopServices"
	for i, name := range p.wanted.StopServices {
		if !slices.Contains(stoppable, name) {
			return Refusal{fmt.Sprintf("%.80q is not among the services that a run may stop: %s.", name, strings.Join(stoppable, ", "))}
		}
		if slices.Contains(p.wanted.StopServices[:i], name) {
			continue
		}
		key := "service/" + name
		value, why := servicePaused, "its processes are paused, and go on when everything was put back"
		if p.h.ofSystemd(name) {
			value, why = serviceStopped, "it is started again when everything was put back"
		}
		p.ask(setting, key, value, why)
		// A service that is not there, or not running, needs no stopping.
		change := &p.changes[len(p.changes)-1]
		if change.Before != nil && *change.Before != serviceRunning {
			change.Status, change.Reason, change.Why = Unchanged, "", "it is not running"
			change.Asked = change.Before
		}
	}
	return nil
}
