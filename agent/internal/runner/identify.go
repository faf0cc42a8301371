package runner

import (
	"context"
	"slices"

	"millionrps/agent/internal/hostconfig"
	"millionrps/agent/internal/identity"
	"millionrps/agent/internal/listening"
	"millionrps/agent/internal/process"
	"millionrps/agent/internal/target"
)

// identified is what the target was when it was up, and how to look again.
type identified struct {
	subject identity.Subject
	first   identity.Identity
}

// identify never fails: what cannot be known is part of its answer.
func (r *Runner) identify(ctx context.Context, spec TargetSpec, t *target.Target) *identified {
	var declared hostconfig.Identity
	pids, listening := r.processesOf(t)
	subject := identity.Subject{PIDs: pids, Listening: listening, Environment: t.Environment}
	switch spec := spec.(type) {
	case ReferenceTarget:
		subject.OwnFiles, subject.ArgvChanges = true, true
	case NamedTarget:
		named := r.Configuration().Targets[spec.Name]
		declared = named.Identity
		subject.Argv = t.Command
		for _, file := range t.Files {
			subject.Templates = append(subject.Templates, identity.Template{From: file.From, Filled: file.Path})
		}
		subject.RunAs = func() (*process.Identity, error) { return process.IdentityOf(named.User) }
	case ListeningTarget:
		declared = r.Configuration().Listening[spec.Port]
		subject.RunAs = func() (*process.Identity, error) { return process.IdentityOfProcess(t.PIDs[0]) }
	}
	subject.Declared, subject.Patterns, subject.VersionCommand = declared.Declared, declared.Files, declared.VersionCommand
	return &identified{subject, r.Identity.Read(ctx, subject)}
}

// processesOf has what listens first, and how many that are, then what the agent started, which may be a wrapper around that.
func (r *Runner) processesOf(t *target.Target) (pids []int, listen int) {
	at, err := addressOf(t.URL)
	var sockets []listening.Socket
	if err == nil {
		sockets, err = listening.On(int(at.Port()))
	}
	sockets = slices.DeleteFunc(sockets, func(s listening.Socket) bool { return !s.Takes(at.Addr()) })
	if roots, rootsErr := listening.Roots(sockets); err == nil && rootsErr == nil {
		for _, root := range roots {
			pids = append(pids, root.PID)
		}
	}
	listen = len(pids)
	for _, pid := range t.PIDs {
		if !slices.Contains(pids, pid) {
			pids = append(pids, pid)
		}
	}
	return pids, listen
}

// identifyAgain reads the files anew, before the target is stopped; nil where there is none.
func (r *Runner) identifyAgain() *identity.Identity {
	if r.bench.target == nil || r.bench.identified == nil || r.bench.target.Gone() {
		return nil
	}
	again := r.Identity.Again(context.Background(), r.bench.identified.subject, r.bench.identified.first)
	return &again
}
