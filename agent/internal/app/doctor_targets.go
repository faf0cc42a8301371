package app

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"millionrps/agent/internal/doctor"
	"millionrps/agent/internal/hostconfig"
	"millionrps/agent/internal/listening"
	"millionrps/agent/internal/revisions"
	"millionrps/agent/internal/target"
)

// lookAtTargets tells how the targets of the configuration file stand now.
func lookAtTargets(config hostconfig.Config, into *doctor.Config) {
	for _, name := range slices.Sorted(maps.Keys(config.Targets)) {
		t := config.Targets[name]
		found := doctor.Target{Name: name, Port: t.Port}
		if err := whyBroken(name, t); err != nil {
			found.Fault = err.Error()
		}
		found.Holder, _ = holderOf(t.Port)
		into.Targets = append(into.Targets, found)
	}
	for _, port := range config.ListeningPorts {
		holder, fault := holderOf(port)
		if fault != "" {
			holder = ""
		}
		into.ListeningPorts = append(into.ListeningPorts, doctor.ListeningPort{Port: port, Holder: holder, Fault: fault})
	}
}

// whyBroken is nil for a target that can be started, or built and then started.
func whyBroken(name string, t hostconfig.Target) error {
	if t.Source != nil {
		return revisions.Fit(t)
	}
	return target.Named{Name: name, Argv: t.Argv, User: t.User}.Runnable()
}

// holderOf names the process that listens on a port, "" for none, and says why its processes cannot be measured.
func holderOf(port int) (holder, fault string) {
	sockets, err := listening.On(port)
	if err != nil || len(sockets) == 0 {
		return "", ""
	}
	roots, err := listening.Roots(sockets)
	var hidden *listening.HiddenError
	switch {
	case errors.As(err, &hidden):
		return hidden.Error(), fmt.Sprintf("it is held by %s: run the agent as that user, or as root", hidden)
	case err != nil:
		return "an unknown process", fmt.Sprintf("its owner is not known (%v)", err)
	}
	return roots[0].String(), ""
}

// lookAtFile says which configuration file is in effect.
func lookAtFile(file *hostconfig.File, into *doctor.Config) {
	path, there := file.Path()
	into.ConfigurationFile = doctor.ConfigurationFile{Path: path, Named: file.Named(), There: there}
	if fault := file.Fault(); fault != nil {
		into.ConfigurationFile.Fault = inEffect(fault)
	}
}
