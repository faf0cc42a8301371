package doctor

import (
	"fmt"
	"strconv"
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

// timeDaemons set a clock: by their comm, which the kernel cuts off after 15 characters, their names.
var timeDaemons = []struct{ comm, name string }{
	{chronyd, chronyd},
	{"systemd-timesyn", "systemd-timesyncd"},
	{"ntpd", "ntpd"}, // of ntp, NTPsec and OpenNTPD
	{"ntp-daemon", "ntpd-rs"},
}

const chronyd = "chronyd"

// clockReading is who keeps this host's clock.
type clockReading struct {
	daemon string // "" for none that is seen
	mend   string // sets the clock anew, or has a daemon set it; "" where no line is known
	unseen string // why a daemon may run unseen; "" where it cannot
	// synchronised is yes, no or unknown, as the kernel says.
	synchronised string
}

func readClock(h host, c Config) clockReading {
	r := clockReading{unseen: h.Unseen(), synchronised: c.ClockSynchronised}
	for _, known := range timeDaemons {
		if pids := h.pidsOf(known.comm); len(pids) > 0 {
			r.daemon, r.mend = known.name, setAnew(h, known.name, pids[0])
			return r
		}
	}
	if r.unseen == "" && r.synchronised != "yes" {
		r.mend = h.install("chrony")
	}
	return r
}

// setAnew: the unit of ntpd has another name in each package, which its process tells.
func setAnew(h host, daemon string, pid int) string {
	if daemon == chronyd {
		return "sudo chronyc makestep"
	}
	if unit := serviceUnitOf(h, strconv.Itoa(pid)); unit != "" && h.systemd() {
		return "sudo systemctl restart " + unit
	}
	return ""
}

// clock: no figure of a run rests on two clocks; a log read beside the other host's does, and so does certainty about what came first.
func clock(h host, c Config) []Finding {
	r := readClock(h, c)
	if c.ClockTrouble != "" {
		return append(one("api-unreachable", Problem, c.ClockTrouble, ""), judgeDaemon(r)...)
	}
	return append(judgeClock(c.Clock, r.mend), judgeDaemon(r)...)
}

// judgeDaemon: daemons that slew the clock by themselves leave the kernel's flag as it is, so that it does not convict one that runs.
func judgeDaemon(r clockReading) []Finding {
	const drifts = ": unless the hypervisor sets it, this host's clock drifts."
	switch {
	case r.daemon != "" && r.synchronised == "yes":
		return fine("time-daemon", r.daemon+" keeps this host's clock.")
	case r.daemon != "" && r.synchronised == "no":
		return one("time-daemon-unsynchronised", Note, r.daemon+" runs, and the kernel does not count this host's clock as synchronised.", "")
	case r.daemon != "":
		return fine("time-daemon", r.daemon+" runs; whether this host's clock is synchronised cannot be read here.")
	case r.synchronised == "yes":
		return fine("time-daemon", "The kernel counts this host's clock as synchronised.")
	case r.synchronised == "no" && r.unseen != "":
		return one("time-daemon-missing", Note, "The kernel does not count this host's clock as synchronised"+drifts, "")
	case r.unseen != "":
		return one("time-daemon-unknown", Note, fmt.Sprintf("Whether a time daemon keeps this host's clock cannot be seen %s.", r.unseen), "")
	}
	return one("time-daemon-missing", Note, "No time daemon was seen (chrony, systemd-timesyncd, ntpd, ntpd-rs)"+drifts, r.mend)
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
