package doctor

import (
	"fmt"
	"time"
)

// Clock is how far the API's clock is ahead of this host's, and by how much that may be wrong.
type Clock struct{ Offset, Uncertainty time.Duration }

const (
	clockOff      = 50 * time.Millisecond
	clockFarOff   = time.Second
	clockPrecise  = time.Millisecond
	clockCoarsest = 10 * time.Second
	clockHours    = 10 * time.Hour
)

// timeDaemons set a clock. The kernel cuts names off after 15 characters.
var timeDaemons = []struct{ comm, mend string }{
	{"chronyd", "sudo chronyc makestep"},
	{"systemd-timesyn", "sudo systemctl restart systemd-timesyncd"},
	{"ntpd", "sudo systemctl restart ntp"},
	{"ntpd-rs", "sudo systemctl restart ntpd-rs"},
	{"openntpd", "sudo systemctl restart openntpd"},
}

// clock: no figure of a run rests on two clocks; a log read beside the other host's does, and so does certainty about what came first.
func clock(h host, c Config) []Finding {
	daemon, mend := "", "sudo apt-get install chrony"
	for _, known := range timeDaemons {
		if len(h.pidsOf(known.comm)) > 0 {
			daemon, mend = known.comm, known.mend
			break
		}
	}
	if c.ClockTrouble != "" {
		return append(one("api-unreachable", Problem, c.ClockTrouble, ""), judgeDaemon(daemon)...)
	}
	return append(judgeClock(c.Clock, mend), judgeDaemon(daemon)...)
}

func judgeDaemon(daemon string) []Finding {
	switch daemon {
	case "":
		return one("time-daemon-missing", Note, "No time daemon was seen (chrony, systemd-timesyncd, ntpd): unless the hypervisor sets it, this host's clock drifts.", "sudo apt-get install chrony")
	case "systemd-timesyn":
		daemon = "systemd-timesyncd"
	}
	return fine("time-daemon", daemon+" keeps this host's clock.")
}

func judgeClock(c *Clock, mend string) []Finding {
	if c == nil {
		return one("clock-not-compared", Note, "This host's clock was not compared with the API's.", "")
	}
	ahead, off := "behind", c.Offset
	if off < 0 {
		ahead, off = "ahead of", -off
	}
	unsure := fmt.Sprintf("± %s", duration(c.Uncertainty))
	if off <= c.Uncertainty {
		return fine("clock", fmt.Sprintf("This host's clock agrees with the API's to within %s.", duration(off+c.Uncertainty)))
	}
	sentence := fmt.Sprintf("This host's clock is %s %s the API's (%s)", duration(off), ahead, unsure)
	switch certain := off - c.Uncertainty; {
	case certain > clockFarOff:
		return one("clock-far-off", Problem, sentence+": times of its samples and logs are misleading.", mend)
	case certain > clockOff:
		return one("clock-off", Warning, sentence+": what happened first on two hosts cannot be told from their logs.", mend)
	}
	return fine("clock", sentence+".")
}

// duration writes 0.4 ms, 312 ms, 2.5 s or 24 h.
func duration(d time.Duration) string {
	switch {
	case d >= clockHours:
		return fmt.Sprintf("%.0f h", d.Hours())
	case d >= clockCoarsest:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d >= time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d >= clockPrecise*10:
		return fmt.Sprintf("%.0f ms", float64(d)/float64(time.Millisecond))
	}
	return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
}
