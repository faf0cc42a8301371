package doctor

import (
	"fmt"
	"strings"
)

// Target is a server that the host's configuration file names.
type Target struct {
	Name string
	Port int
	// Fault is why it cannot be started, going on after its name; empty when it can.
	Fault string
	// Holder is the process that listens on its port now, such as "nginx (pid 7)"; "" for none.
	Holder string
}

// ListeningPort is a port that the host's configuration file allows as a target. Holder is the process that listens
// there, "" if there is none.
type ListeningPort struct {
	Port   int
	Holder string
	// Fault is why its processes cannot be measured; "" when they can, or none listens.
	Fault string
}

func targets(_ host, c Config) []Finding {
	var found []Finding
	for _, t := range c.Targets {
		switch {
		case t.Fault != "":
			found = append(found, Finding{"target-broken", Problem, fmt.Sprintf("The target %s of the configuration file %s.", t.Name, strings.TrimSuffix(t.Fault, ".")), ""})
		case t.Holder != "":
			found = append(found, Finding{"target-port-taken", Warning, fmt.Sprintf(
				"The target %s of the configuration file cannot be started as long as its port %d is taken by %s.", t.Name, t.Port, t.Holder), ""})
		default:
			found = append(found, fine("target", fmt.Sprintf("The target %s of the configuration file can be started, and its port %d is free.", t.Name, t.Port))...)
		}
	}
	for _, p := range c.ListeningPorts {
		switch {
		case p.Fault != "":
			found = append(found, Finding{"listening-port-hidden", Problem, fmt.Sprintf("What listens on port %d cannot be a target: %s.", p.Port, strings.TrimSuffix(p.Fault, ".")), ""})
		case p.Holder == "":
			found = append(found, Finding{"listening-port-idle", Note, fmt.Sprintf("The configuration file lets what listens on port %d be a target, and nothing does now.", p.Port), ""})
		default:
			found = append(found, fine("listening-port", fmt.Sprintf("%s, which listens on port %d, can be a target.", p.Holder, p.Port))...)
		}
	}
	return found
}
