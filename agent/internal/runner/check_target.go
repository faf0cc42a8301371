package runner

import (
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/hostconfig"
	"millionrps/agent/internal/listening"
	"millionrps/agent/internal/process"
	"millionrps/agent/internal/target"
)

// checkTarget answers the port on which the target will listen, or does.
func (r *Runner) checkTarget(p Prepare, address netip.Addr) (port int, err error) {
	switch spec := p.Target.(type) {
	case ReferenceTarget:
		if err := r.checkServerBinary(); err != nil {
			return 0, err
		}
		if p.BackendAddress == "" {
			if err := r.checkBackends(spec); err != nil {
				return 0, err
			}
		}
		return r.freePort(address, spec.Port)
	case NamedTarget:
		named, err := r.named(spec, address)
		if err != nil {
			return 0, err
		}
		if err := named.Runnable(); err != nil {
			return 0, &Failure{"target-missing", Sentence(fmt.Errorf("on %s the target %s %w", r.HostName, spec.Name, err))}
		}
		return named.Port, r.vacant(address, named.Port)
	case ListeningTarget:
		found, err := r.listening(spec, p.TargetCPUs, address)
		if err != nil {
			return 0, err
		}
		return spec.Port, found.Stop(0)
	}
	return 0, fmt.Errorf("the agent on %s does not know %T", r.HostName, p.Target)
}

func (r *Runner) checkServerBinary() error {
	if r.ServerBinary == "" {
		return &Failure{"target-missing", r.HostName + " has no reference server: put the program `server` beside its agent, or start the agent with --server-binary."}
	}
	if err := unix.Access(r.ServerBinary, unix.X_OK); err != nil {
		return &Failure{"target-missing", fmt.Sprintf("The reference server is not at %s on %s (%v); build it and start the agent with --server-binary.",
			r.ServerBinary, r.HostName, err)}
	}
	return nil
}

func (r *Runner) freePort(address netip.Addr, port int) (int, error) {
	free, err := freePort(address, port)
	if err != nil {
		return 0, r.portTaken(err, "choose another port, or none to have a free one picked")
	}
	return free, nil
}

// portTaken is the failure of a port that cannot be listened on; advice follows where another process has it.
func (r *Runner) portTaken(err error, advice string) error {
	if errors.Is(err, errPortInUse) {
		err = fmt.Errorf("%w; %s", err, advice)
	}
	return &Failure{"port-in-use", fmt.Sprintf("The target cannot listen on %s: %v.", r.HostName, err)}
}

// vacant is nil when no other process answers on the port, so a named target can. Whether it may use the port is for its own user and
// program to say.
func (r *Runner) vacant(address netip.Addr, port int) error {
	_, err := freePort(address, port)
	if errors.Is(err, errForbiddenPort) {
		var sockets []listening.Socket
		sockets, err = listening.On(port)
		if slices.ContainsFunc(sockets, func(s listening.Socket) bool { return s.Takes(address) }) {
			err = portInUse(port)
		}
	}
	if err != nil {
		return r.portTaken(err, "end that, or change the target's port in the configuration file of this host")
	}
	return nil
}

// named is a target of the host's configuration file, but for what is known when it is started.
func (r *Runner) named(spec NamedTarget, address netip.Addr) (target.Named, error) {
	name := spec.Name
	t, ok := r.Configuration().Targets[name]
	if !ok {
		has := "it names none"
		if len(r.Configuration().Targets) > 0 {
			has = "it names " + strings.Join(slices.Sorted(maps.Keys(r.Configuration().Targets)), ", ")
		}
		return target.Named{}, &Failure{"target-unknown", fmt.Sprintf("The configuration file of %s names no target %s; %s. Name it there; the agent reads the file again by itself.",
			r.HostName, name, has)}
	}
	values, err := t.Values(spec.Parameters)
	if err != nil {
		return target.Named{}, &Failure{"parameter-refused", fmt.Sprintf("The target %s in the configuration file of %s %v.", name, r.HostName, err)}
	}
	files, err := r.filledTemplates(name, t, values)
	if err != nil {
		return target.Named{}, err
	}
	if err := r.placeProgram(spec, t, values); err != nil {
		return target.Named{}, err
	}
	t = t.With(values)
	return target.Named{
		Name: name, TLS: spec.TLS, Argv: t.Argv, Address: address, Port: t.Port, HealthPath: t.HealthPath, User: t.User, Environment: t.Environment, Pprof: t.Pprof,
		Files: files,
	}, nil
}

// filledTemplates fills those of a target, and adds the path that each will have to the values.
func (r *Runner) filledTemplates(name string, t hostconfig.Target, values map[string]string) ([]target.File, error) {
	user, err := process.IdentityOf(t.User)
	if err != nil {
		return nil, &Failure{"target-missing", Sentence(fmt.Errorf("on %s the target %s %w", r.HostName, name, err))}
	}
	var files []target.File
	for _, template := range t.Templates {
		text, _, err := template.Fill(values)
		if err != nil {
			return nil, &Failure{"template-refused", Sentence(fmt.Errorf("the template %s of the target %s on %s: %s %w", template.Name, name, r.HostName, template.From, err))}
		}
		path := r.TargetFiles.Path(user, name, template.Name, template.FileName())
		files = append(files, target.File{Path: path, From: template.From, Text: text})
	}
	for at, template := range t.Templates {
		values[template.Name] = files[at].Path
	}
	return files, nil
}

// listening finds what listens on a port that the host's configuration file allows.
func (r *Runner) listening(spec ListeningTarget, cpus string, address netip.Addr) (*target.Target, error) {
	port := spec.Port
	if cpus != "" {
		return nil, &Failure{"cpus-refused", fmt.Sprintf("The agent did not start what listens on port %d of %s, and does not change its CPUs: "+
			"leave out the CPUs of the target.", port, r.HostName)}
	}
	if !slices.Contains(r.Configuration().ListeningPorts, port) {
		has := "it allows none"
		if len(r.Configuration().ListeningPorts) > 0 {
			words := make([]string, len(r.Configuration().ListeningPorts))
			for i, allowed := range r.Configuration().ListeningPorts {
				words[i] = strconv.Itoa(allowed)
			}
			has = "it allows " + strings.Join(words, ", ")
		}
		return nil, &Failure{"port-not-allowed", fmt.Sprintf("The configuration file of %s does not allow port %d as a target; %s. "+
			"Add it to listeningPorts there; the agent reads the file again by itself.", r.HostName, port, has)}
	}
	found, err := target.Find(address, port, spec.TLS)
	if err != nil {
		return nil, &Failure{"target-absent", Sentence(fmt.Errorf("on %s %w", r.HostName, err))}
	}
	return found, nil
}
