package doctor

import (
	"fmt"

	"millionrps/agent/internal/kernel"
)

const (
	// openFilesWanted is a socket for each connection of a large step on both sides.
	openFilesWanted = 65_536
	// openFilesLeast is what an ordinary step needs.
	openFilesLeast = 4096
	// openFilesRaised is what the line that mends asks for: the kernel's default of fs.nr_open.
	openFilesRaised = 1_048_576
)

type openFilesReading struct {
	soft, hard uint64 // of a process that the agent starts
	nrOpen     int64  // the most that any limit may be; 0 when it is not known
}

func countOf(limit uint64) string {
	if limit == kernel.Unlimited {
		return "any number of"
	}
	return grouped(limit)
}

func openFiles(h host, _ Config) []Finding {
	soft, hard, err := h.ChildOpenFiles()
	if err != nil {
		return one("open-files-unknown", Note, "The limit of open files could not be read from /proc/self/limits.", "")
	}
	nrOpen, _ := h.Sysctl("fs.nr_open")
	return judgeOpenFiles(openFilesReading{soft, hard, nrOpen})
}

func judgeOpenFiles(r openFilesReading) []Finding {
	const code = "open-files-low"
	limits := fmt.Sprintf("A program that is started here may open %s files, or %s when it raises its limit itself", countOf(r.soft), countOf(r.hard))
	if r.soft == r.hard {
		limits = fmt.Sprintf("A program that is started here may open %s files", countOf(r.soft))
	}
	relogin := fmt.Sprintf(`printf '%%s - nofile %d\n' '*' root | sudo tee /etc/security/limits.d/90-millionrps.conf > /dev/null  # then log in and start the agent again`, openFilesRaised)
	var found []Finding
	switch {
	case r.hard < openFilesLeast:
		found = one(code, Problem, limits+fmt.Sprintf(": steps of more than about %s connections fail.", grouped(r.hard-r.hard/10)), relogin)
	case r.hard < openFilesWanted:
		found = one(code, Warning, limits+": a step of more connections than that fails.", relogin)
	case r.soft < openFilesWanted:
		found = one(code, Warning, limits+", as autocannon and Go programs do and wrk does not.",
			fmt.Sprintf("ulimit -n %d  # in the shell that then starts the agent", min(r.hard, openFilesRaised)))
	default:
		found = fine("open-files", limits+".")
	}
	if r.nrOpen > 0 && r.nrOpen < openFilesRaised {
		found = append(found, Finding{"open-files-ceiling-low", Warning, fmt.Sprintf("No limit of open files can be raised above fs.nr_open, which is %s.", grouped(r.nrOpen)),
			fmt.Sprintf("sudo sysctl -w fs.nr_open=%d", openFilesRaised)})
	}
	return found
}
