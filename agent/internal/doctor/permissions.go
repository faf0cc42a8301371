package doctor

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize/english"

	"millionrps/agent/internal/privileges"
)

func permissions(h host, c Config) []Finding {
	s := subjectOf(h, c)
	held := privileges.HeldBy(h.FS, s.proc)
	return append(judgeCapabilities(held, whoRuns(h, s.proc), s), judgeServices(held, h.systemd(), s, h.Unseen())...)
}

// runner is how a process came about.
type runner struct {
	user, group string
	unit        string // of systemd; "" when none started it
	container   string // the program that makes it: docker or podman; "" for none that is known
}

func whoRuns(h host, proc string) (r runner) {
	status, _ := h.PIDStatus(proc)
	r.user, r.group = status.User, status.Group
	if unit := serviceUnitOf(h, proc); h.systemd() {
		r.unit = unit
	}
	switch {
	case h.Exists("/run/.containerenv"):
		r.container = "podman"
	case h.Exists("/.dockerenv"):
		r.container = "docker"
	}
	return r
}

func judgeCapabilities(held []privileges.Privilege, r runner, s subject) []Finding {
	lacks, names, missing := []string{}, []string{}, []string{}
	for _, capability := range privileges.Capabilities {
		names = append(names, capability.Name) // those it has, too: each way to grant some takes the others away
		if !slices.Contains(held, capability.Privilege) {
			lacks = append(lacks, fmt.Sprintf("%s (%s)", capability.Name, capability.For))
			missing = append(missing, strings.TrimPrefix(capability.Name, "CAP_"))
		}
	}
	if len(lacks) == 0 {
		if r.user != "0" {
			return fine("permissions", s.name+" has the capabilities for every setting of tuning; sysctls outside of net need root all the same.")
		}
		return fine("permissions", s.name+" is root and has the capabilities for every setting of tuning.")
	}
	who := s.name
	if r.user == "0" {
		who = s.name + " is root, but confined (a container, or a bounding set): it"
	}
	mend := grant(r, names, missing, s)
	sentence := fmt.Sprintf("%s lacks %s. It measures all the same, and reports settings that need it as not changeable.", who, english.WordSeries(lacks, "and"))
	if mend == "" {
		sentence += " Only what started it (a container, a virtual machine, a session) can grant that."
	}
	return one("permissions-missing", Warning, sentence, mend)
}

// grant is the line that starts the agent again with what it lacks.
func grant(r runner, names, missing []string, s subject) string {
	switch {
	case r.unit != "":
		list := strings.Join(names, " ")
		folder := "/etc/systemd/system/" + r.unit + ".d"
		return fmt.Sprintf(`sudo mkdir -p %s && printf '[Service]\n%%s=%s\n' AmbientCapabilities CapabilityBoundingSet | sudo tee %s/capabilities.conf > /dev/null && sudo systemctl daemon-reload && sudo systemctl restart %s`,
			folder, list, folder, r.unit)
	case r.container != "": // nothing within one can raise its bounding set
		return runAgainWith(r, missing...)
	case len(s.program) == 0 || r.user == "" || r.user == "0" || s.proc != "self" && r.user != strconv.Itoa(os.Geteuid()):
		// Another user's process may claim to be any program, so no line is shown that gives it rights.
		return ""
	}
	list := "+" + strings.ReplaceAll(strings.ToLower(strings.Join(names, ",+")), "cap_", "")
	words := []string{"sudo", "setpriv", "--reuid=" + r.user, "--regid=" + r.group, "--init-groups", "--inh-caps=" + list, "--ambient-caps=" + list, "--"}
	for _, word := range s.program {
		words = append(words, quoted(word))
	}
	return strings.Join(words, " ") + s.omitted
}

// runAgainWith is the line that starts a container with these capabilities.
func runAgainWith(r runner, capabilities ...string) string {
	user := ""
	if r.container == "docker" && r.user != "" && r.user != "0" {
		user = "--user 0 " // Docker gives added capabilities to root alone.
	}
	return fmt.Sprintf("%s run %s--cap-add=%s IMAGE  # where it is started: IMAGE and its other options as before", r.container, user, strings.Join(capabilities, " --cap-add="))
}

// judgeServices: unseen is why processes of services cannot be seen, "" where they can.
func judgeServices(held []privileges.Privilege, systemd bool, s subject, unseen string) []Finding {
	switch {
	case slices.Contains(held, privileges.Services):
		return fine("services", s.name+" may have systemd stop services such as irqbalance, and start them again.")
	case !systemd && unseen != "":
		return one("services-unseen", Note, fmt.Sprintf("Services of the host such as irqbalance cannot be seen %s, so that runs cannot stop them.", unseen), "")
	case !systemd:
		return fine("services", "There is no systemd: processes of services such as irqbalance are paused in place of being stopped.")
	}
	return one("services-forbidden", Note, s.name+" may not have systemd stop services such as irqbalance: it is not root, and there is no polkit rule for its user.",
		"sudo install -m 0644 millionrps-agent.rules "+privileges.RuleFile+"  # from agent/systemd, for the unit's user "+privileges.RuleUser)
}
