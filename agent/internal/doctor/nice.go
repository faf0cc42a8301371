package doctor

import (
	"fmt"
	"os"
	"regexp"
	"strconv"

	"millionrps/agent/internal/kernel"
)

// niceReading is how the scheduler weighs this process, and with it the target and the load generator that it starts.
type niceReading struct {
	pid  int
	nice int
	// within is what the scheduler weighs the nice level in, where that is not the whole host: " of its session".
	within string
	// session is the nice level of its session, which the scheduler weighs first where it groups by session; 0 elsewhere.
	session int
}

// autogroup is /proc/PID/autogroup (proc_sched_autogroup_show_task, kernel/sched/autogroup.c).
var autogroup = regexp.MustCompile(`^/autogroup-\d+ nice (-?\d+)$`)

func niceLevel(h host, _ Config) []Finding {
	r := niceReading{pid: os.Getpid()}
	stat, err := h.PIDStat(r.pid)
	if err != nil {
		return nil
	}
	r.nice = stat.Nice
	on, _ := h.Sysctl("kernel.sched_autogroup_enabled")
	match := autogroup.FindStringSubmatch(h.Peek("/proc/self/autogroup"))
	switch {
	case !inRootGroup(h):
		r.within = " of its control group"
	case on == 1 && match != nil:
		r.within = " of its session"
		r.session, _ = strconv.Atoi(match[1])
	}
	return judgeNice(r)
}

// inRootGroup: the scheduler groups by session only what is in no group of its own (task_wants_autogroup, kernel/sched/autogroup.c).
func inRootGroup(h host) bool {
	for _, group := range kernel.CPUGroups(h.Groups("self")) {
		levels := group.Upwards()
		for i, level := range levels {
			// The host's own root has no weight, but with version 1 it has shares; a container's is a group of the host.
			if h.Exists(level.Folder+"/cpu.weight") || i < len(levels)-1 && h.Exists(level.Folder+"/cpu.shares") {
				return false
			}
		}
	}
	return true
}

func judgeNice(r niceReading) []Finding {
	found := []Finding{}
	if r.nice != 0 {
		found = append(found, weighed("nice-level", fmt.Sprintf("The agent has nice level %d", r.nice), r.nice, r.within,
			fmt.Sprintf("sudo renice -n 0 -p $(ls /proc/%d/task)", r.pid)))
	}
	if r.session != 0 {
		found = append(found, weighed("nice-session", fmt.Sprintf("The scheduler groups by session, and the agent's session has nice level %d", r.session), r.session, "",
			setFile("0", fmt.Sprintf("/proc/%d/autogroup", r.pid))))
	}
	if len(found) == 0 {
		return fine("nice-level", "The agent has nice level 0, and so have the target and the load generator that it starts.")
	}
	return found
}

func weighed(code, sentence string, level int, within, mend string) Finding {
	const inherited = ", as have the target and the load generator that it starts: "
	if level > 0 {
		return Finding{code, Warning, sentence + inherited + "other work" + within + " gets CPU time before them.", mend}
	}
	return Finding{code, Note, sentence + inherited + "they get CPU time before other work" + within + ", which a server elsewhere may not.", mend}
}
