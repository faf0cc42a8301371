package runner

import (
	"context"
	"fmt"
	"time"

	"millionrps/agent/internal/kernel"
	"millionrps/agent/internal/kernel/cpulist"
	"millionrps/agent/internal/loadgen"
	"millionrps/agent/internal/requests"
)

// measure is the phase whose figures count; the other one is warmup.
const measure = "measure"

// driveLoad runs the tool once, between two boundary samples. Its output is kept whatever becomes of it.
func (r *Runner) driveLoad(ctx context.Context, c Command, d DriveLoad, o *Outcome) error {
	if err := r.mustHold(c.RunID); err != nil {
		return err
	}
	if r.bench.recorder == nil {
		return fmt.Errorf("no load can be driven from %s, whose preparation failed", r.HostName)
	}
	resolved, err := r.aimed(ctx, d.URL, d.Requests, d.TLS)
	if err != nil {
		return err
	}
	r.bench.drove = true
	tool, err := r.tool(d.Tool)
	if err != nil {
		return err
	}
	cpus, err := r.chosenCPUs("load generator", d.ToolCPUs, r.bench.place)
	if err != nil {
		return err
	}
	if d.Requests, err = r.placeBodies(ctx, d.Requests); err != nil {
		return err
	}
	load, err := r.loadOf(d, cpus)
	if err != nil {
		return err
	}
	i := &invocation{DriveLoad: d, cpus: cpus, done: &LoadDone{Clock: r.readClock(), Resolved: resolved}}
	if i.start, err = r.startOf(d, i.done.Clock, time.Now()); err != nil {
		return err
	}
	if i.waits = tool.Driver.Abilities().StartAt && time.Until(i.start) > spawning; i.waits {
		load.StartAtUs = i.start.UnixMicro()
	}
	planned, err := loadgen.Plan(tool.Driver, load)
	if err != nil {
		return &Failure{"load-refused", Sentence(err)}
	}
	if i.secrets, err = r.secretsOf((requests.File{Requests: d.Requests}).Secrets(), r.targets(resolved)...); err != nil {
		return err
	}
	i.load, i.secretsBy = load, planned.SecretsBy
	i.argv, i.done.Command, o.Command = planned.Argv, planned.Argv, planned.Argv
	if o.Artifacts, err = r.placeFiles(d, planned.Files); err != nil {
		return err
	}
	return r.drive(ctx, tool.Driver, load, i, o)
}

// drive keeps what the tool printed, and what was seen of the target.
func (r *Runner) drive(ctx context.Context, driver loadgen.Driver, load loadgen.Load, i *invocation, o *Outcome) error {
	files, err := openOutputs(r.WorkFolder)
	if err != nil {
		return err
	}
	defer files.remove()
	i.files = files
	if i.Phase == measure {
		i.look = r.bench.startLooking(r)
	}
	exit, err := r.invoke(ctx, i)
	extension, mediaType := driver.Output()
	o.Artifacts = append(o.Artifacts, r.takeOutput(i.DriveLoad, files, extension, mediaType)...)
	if err == nil {
		err = r.judge(driver, load, i.DriveLoad, exit, files, i.done)
	}
	if err != nil {
		i.profiling.abort()
		return err
	}
	i.noteDelay()
	o.Load, o.Placement, o.OtherUses = i.done, i.seen, i.otherUses
	if i.Phase == measure {
		o.Drift = r.Tuner.Drift()
	}
	var artifacts []Artifact
	o.Profiles, artifacts = i.profiling.finish(ctx, r, stepName(i.DriveLoad)+"-")
	o.Artifacts = append(o.Artifacts, artifacts...)
	return nil
}

// loadOf is the command as the drivers know it.
func (r *Runner) loadOf(d DriveLoad, cpus cpulist.List) (loadgen.Load, error) {
	if cpus == nil {
		var err error
		if cpus, err = kernel.AllowedCPUs(); err != nil {
			return loadgen.Load{}, err
		}
	}
	load := loadgen.Load{
		URL:             d.URL,
		Requests:        d.Requests,
		Variables:       d.Variables,
		Seed:            d.Seed,
		Draw:            2 * d.StepIndex,
		Client:          d.ClientIndex,
		Clients:         d.ClientCount,
		Cookies:         d.Cookies,
		Decompress:      d.Decompress,
		Protocol:        d.Protocol,
		TLS:             r.trusting(d.TLS),
		Loop:            loadgen.Closed,
		Connections:     d.Share.Connections,
		Pipelining:      d.Share.Pipelining,
		DurationSeconds: d.DurationSeconds,
		Workers:         d.ToolWorkers,
		CPUs:            len(cpus),
		ScriptFolder:    r.ToolFolder,
	}
	load.RequestsPerConnection = d.RequestsPerConnection
	if d.Phase == measure {
		load.Draw++
	}
	if d.Share.RequestsPerSecond > 0 {
		load.Loop, load.RequestsPerSecond, load.Arrivals = loadgen.Open, d.Share.RequestsPerSecond, loadgen.Constant
		if d.Share.Poisson {
			load.Arrivals = loadgen.Poisson
		}
	}
	return load, nil
}
