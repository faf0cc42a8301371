package doctor

import (
	"fmt"
	"strings"
)

// ConfigurationFile describes the host's file; the zero value is not reported.
type ConfigurationFile struct {
	Path string
	// Named says that a flag or the environment named it: otherwise it is looked for at its usual place.
	Named bool
	// OfAgent says that it is the one of the agent that looks. Otherwise the agent of this host may have another one.
	OfAgent bool
	// There says that it was there when it was read.
	There bool
	// Fault is why what it says now is not in effect; "" where it is.
	Fault string
}

func configurationFile(_ host, c Config) []Finding {
	f := c.ConfigurationFile
	switch {
	case f.Path == "":
		return nil
	case f.Fault != "":
		return []Finding{{"configuration-broken", Problem, fmt.Sprintf("%s%s. Mend the file; it is read again by itself.", strings.ToUpper(f.Fault[:1]), f.Fault[1:]), ""}}
	case f.OfAgent && f.There:
		return fine("configuration", fmt.Sprintf("The configuration file %s is in effect.", f.Path))
	case f.OfAgent:
		return fine("configuration", fmt.Sprintf("The agent was given no configuration file, and there is no %s: the host names no targets of its own.", f.Path))
	case f.Named:
		return fine("configuration", fmt.Sprintf("The configuration file %s was read, and its targets were looked at.", f.Path))
	}
	looked := fmt.Sprintf("there is no %s, so no targets of the host's own were looked at", f.Path)
	if f.There {
		looked = fmt.Sprintf("%s was read, and its targets were looked at", f.Path)
	}
	return fine("configuration", fmt.Sprintf("No --config and no MILLIONRPS_HOST_CONFIG was given: %s. If the agent runs with another file, give that one here, too.", looked))
}
