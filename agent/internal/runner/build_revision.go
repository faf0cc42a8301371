package runner

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"millionrps/agent/internal/hostconfig"
	"millionrps/agent/internal/revisions"
)

// buildRevision has the commit built that the run asks for, where the target is on this host.
func (r *Runner) buildRevision(ctx context.Context, p Prepare, o *Outcome) error {
	r.bench.built = nil
	spec, named := p.Target.(NamedTarget)
	if !named || !p.Server || spec.Revision == "" {
		return nil
	}
	t, known := r.Configuration().Targets[spec.Name]
	if !known {
		return nil // checkTarget says so
	}
	built, err := r.Revisions.Build(ctx, spec.Name, t, spec.Revision)
	var fault *revisions.Fault
	switch {
	case context.Cause(ctx) != nil:
		return context.Cause(ctx)
	case errors.As(err, &fault):
		o.Artifacts = append(o.Artifacts, r.keepBuildLog(fault.Output)...)
		return &Failure{fault.Code, Sentence(fmt.Errorf("on %s %s", r.HostName, fault.Sentence))}
	case err != nil:
		return fmt.Errorf("building a commit of %s on %s: %w", spec.Name, r.HostName, err)
	}
	r.Log.Info("a commit was built", "target", spec.Name, "commit", built.Commit, "fromCache", built.FromCache, "buildSeconds", built.BuildSeconds)
	r.bench.built = &built
	return nil
}

// keepBuildLog keeps the end of what a build printed, where it printed anything.
func (r *Runner) keepBuildLog(output []byte) []Artifact {
	if len(output) == 0 {
		return nil
	}
	path := filepath.Join(r.WorkFolder, "build.log")
	defer os.Remove(path)
	if err := os.WriteFile(path, output, 0o600); err != nil {
		r.Log.Error("the log of a build was lost", "error", err)
		return nil
	}
	artifact, err := r.keep(path, "target-log", "build.log", "text/plain")
	if err != nil {
		return nil
	}
	return []Artifact{artifact}
}

// placeProgram puts the program that was built for this run among the values of its target's places.
func (r *Runner) placeProgram(spec NamedTarget, t hostconfig.Target, values map[string]string) error {
	refused := func(why string) error {
		return &Failure{"revision-refused", fmt.Sprintf("The configuration file of %s %s.", r.HostName, fmt.Sprintf(why, spec.Name))}
	}
	switch built := r.bench.built; {
	case t.Source == nil && spec.Revision == "":
		return nil
	case t.Source == nil:
		return refused("states no source of the target %s, so no revision of it can be built; state it there, or ask for none")
	case spec.Revision == "":
		return refused("has the target %s built from its source; ask for a revision of it")
	case built == nil || built.Commit != spec.Revision:
		return fmt.Errorf("the commit %s of %s was not built on %s", spec.Revision, spec.Name, r.HostName)
	default:
		values[hostconfig.ProgramPlace] = built.Program
		return nil
	}
}
