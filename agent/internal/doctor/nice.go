package doctor

import (
	"fmt"
	"regexp"
	"strconv"

	"millionrps/agent/internal/kernel"
)

// niceReading is how the scheduler weighs a process, and with it the target and the load generator that it starts.
type niceReading struct {
	subject
	nice int
	// among is what the scheduler weighs the nice level in, where that is not the whole host: " of its session".
	among string
	// session is the nice level of its session, which the scheduler weighs first where it groups by session; 0 elsewhere.
	session int
}

// autogroup is /proc/PID/autogroup (proc_sched_autogroup_show_task, kernel/sched/autogroup.c).
var autogroup = regexp.MustCompile(`^/autogroup-\d+ nice (-?\d+)$`)

func niceLevel(h host, c Config) []Finding {
	r := niceReading{subject: subjectOf(h, c)}
	stat, err := h.PIDStat(r.pid)
	if err != nil {
		return nil
	}
	r.nice = stat.Nice
	on, _ := h.Sysctl("kernel.sched_autogroup_enabled")
	match := autogroup.FindStringSubmatch(h.Peek("/proc/" + r.proc + "/autogroup"))
	switch {
	case !inRootGroup(h, r.proc):
		r.among = " of its control group"
	case on == 1 && match != nil:
		r.among = " of its session"
		r.session, _ = strconv.Atoi(match[1])
	}
	return judgeNice(r)
}

// inRootGroup: the scheduler groups by session only what is in no group of its own (task_wants_autogroup, kernel/sched/autogroup.c).
func inRootGroup(h host, proc string) bool {
	for _, group := range kernel.CPUGroups(h.Groups(proc)) {
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
		found = append(found, weighed("nice-level", fmt.Sprintf("%s has nice level %d", r.name, r.nice), r.nice, r.among,
			fmt.Sprintf("sudo renice -n 0 -p $(ls /proc/%s/task)", r.number)+r.then))
	}
	if r.session != 0 {
		found = append(found, weighed("nice-session", fmt.Sprintf("The scheduler groups by session, and the session of %s has nice level %d", r.within(), r.session), r.session, "",
			setFile("0", "/proc/"+r.number+"/autogroup")+r.then))
	}
	if len(found) == 0 {
		return fine("nice-level", r.name+" has nice level 0, and so have the target and the load generator that it starts.")
	}
	return found
}

func weighed(code, sentence string, level int, among, mend string) Finding {
	const inherited = ", as have the target and the load generator that it starts: "
	if level > 0 {
		return Finding{code, Warning, sentence + inherited + "other work" + among + " gets CPU time before them.", mend}
	}
	return Finding{code, Note, sentence + inherited + "they get CPU time before other work" + among + ", which a server elsewhere may not.", mend}
}
