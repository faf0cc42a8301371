package doctor

import "fmt"

// PerfTrouble is why the whole host may not be sampled; the zero value says that it may.
type PerfTrouble struct {
	// Clause goes on after "cannot be taken here: ".
	Clause string
	// Filter says that a filter of system calls stands in the way, Right that CAP_PERFMON is missing.
	Filter, Right bool
}

// perfEvents says whether the on-CPU profile of the whole host can be taken. Only this process could be tried.
func perfEvents(h host, c Config) []Finding {
	if c.PerfTrouble.Clause == "" {
		who := "An agent that is started here"
		if c.ConfigurationFile.OfAgent {
			who = "The agent"
		}
		return fine("perf-events", who+" can sample what every CPU of the host runs, the kernel included: on-CPU profiles can be taken.")
	}
	return one("perf-events-forbidden", Note, "On-CPU profiles cannot be taken here: "+c.PerfTrouble.Clause+".", letSample(whoRuns(h, "self"), c.PerfTrouble))
}

// letSample is the line after which the host can be sampled; "" where there is none of one step.
func letSample(r runner, trouble PerfTrouble) string {
	switch {
	case trouble.Filter && r.unit != "":
		line := passPerfEvents(r.unit)
		if trouble.Right {
			line += " && " + letEverybodySample
		}
		return line
	case trouble.Filter && r.container == "docker":
		return runAgainWith(r, "PERFMON") + ", with Docker 23 or later"
	case trouble.Right && !trouble.Filter:
		return letEverybodySample
	}
	return ""
}

const letEverybodySample = "sudo sysctl -w kernel.perf_event_paranoid=0"

// passPerfEvents is the line that widens the filter of a unit of systemd and starts it again.
func passPerfEvents(unit string) string {
	folder := "/etc/systemd/system/" + unit + ".d"
	return fmt.Sprintf(`sudo mkdir -p %s && printf '[Service]\nSystemCallFilter=perf_event_open\n' | sudo tee %s/profiles.conf > /dev/null && sudo systemctl daemon-reload && sudo systemctl restart %s`,
		folder, folder, unit)
}
