package doctor

// perfEvents says whether the agent can take the on-CPU profile of its whole host.
func perfEvents(h host, c Config) []Finding {
	if c.PerfTrouble == "" {
		return fine("perf-events", "The agent can sample what every CPU of the host runs, the kernel included: on-CPU profiles can be taken.")
	}
	mend := ""
	if level, known := h.Sysctl("kernel.perf_event_paranoid"); known && level > 0 {
		mend = "sudo sysctl -w kernel.perf_event_paranoid=0"
	}
	return one("perf-events-forbidden", Note, "On-CPU profiles cannot be taken here: "+c.PerfTrouble+".", mend)
}
