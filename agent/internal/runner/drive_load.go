package runner

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"millionrps/agent/internal/cpulist"
	"millionrps/agent/internal/loadgen"
	"millionrps/agent/internal/process"
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
	r.bench.drove = true
	tool, err := r.tool(d.Tool)
	if err != nil {
		return err
	}
	cpus, err := r.chosenCPUs("load generator", d.ToolCPUs, r.bench.place)
	if err != nil {
		return err
	}
	load, err := r.loadOf(d, cpus)
	if err != nil {
		return err
	}
	planned, err := tool.Driver.Plan(load)
	if err != nil {
		return &Failure{"load-refused", Sentence(err)}
	}
	if err := r.placeFiles(tool.Driver.Name(), planned.Files); err != nil {
		return err
	}
	argv := planned.Argv
	o.Command = argv
	files, err := openOutputs(r.WorkFolder)
	if err != nil {
		return err
	}
	defer files.remove()
	done := &LoadDone{Command: argv}
	i := &invocation{DriveLoad: d, argv: argv, cpus: cpus, files: files, done: done}
	if d.Phase == measure {
		i.look = r.bench.startLooking(r)
	}
	exit, err := r.invoke(ctx, i)
	extension, mediaType := tool.Driver.Output()
	o.Artifacts = r.takeOutput(d, files, extension, mediaType)
	if err == nil {
		err = r.judge(tool.Driver, load, d, exit, files, done)
	}
	if err == nil {
		o.Load, o.Placement = done, i.seen
		if d.Phase == measure {
			o.Drift = r.Tuner.Drift()
		}
	}
	return err
}

// loadOf is the command as the drivers know it.
func (r *Runner) loadOf(d DriveLoad, cpus cpulist.List) (loadgen.Load, error) {
	if cpus == nil {
		var err error
		if cpus, err = allowedCPUs(); err != nil {
			return loadgen.Load{}, err
		}
	}
	load := loadgen.Load{
		URL:             d.URL,
		Requests:        d.Requests,
		Decompress:      d.Decompress,
		Loop:            loadgen.Closed,
		Connections:     d.Share.Connections,
		Pipelining:      d.Share.Pipelining,
		DurationSeconds: d.DurationSeconds,
		Workers:         d.ToolWorkers,
		CPUs:            len(cpus),
		ScriptFolder:    r.ToolFolder,
	}
	if d.Share.RequestsPerSecond > 0 {
		load.Loop, load.RequestsPerSecond, load.Arrivals = loadgen.Open, d.Share.RequestsPerSecond, loadgen.Constant
		if d.Share.Poisson {
			load.Arrivals = loadgen.Poisson
		}
	}
	return load, nil
}

// invocation is one run of the tool.
type invocation struct {
	DriveLoad
	argv  []string
	cpus  cpulist.List
	files outputs
	done  *LoadDone
	// look is for the middle of a measured step.
	look func() *Placement
	seen *Placement
}

// invoke fills in the times. The end is sampled while the tool is a zombie: its CPU time is complete then, and still readable.
func (r *Runner) invoke(ctx context.Context, i *invocation) (process.Exit, error) {
	recorder := r.bench.recorder
	var err error
	if i.done.StartedAtUs, err = recorder.boundary(); err != nil {
		return process.Exit{}, fmt.Errorf("the sample before the load failed: %w", err)
	}
	child, err := r.Launcher.Start(process.Spec{Argv: i.argv, CPUs: i.cpus, Stdout: i.files.stdout, Stderr: i.files.stderr})
	if err != nil {
		return process.Exit{}, &Failure{"tool-not-started", fmt.Sprintf("%s could not be started on %s: %v.", i.Tool, r.HostName, err)}
	}
	if err := recorder.sampler.Track(toolRole, child.PID); err != nil {
		r.Log.Warn("the tool is not sampled", "error", err)
	}
	failure := r.accompany(ctx, i, child)
	i.done.EndedAtUs, err = recorder.boundary()
	exit := child.Wait()
	recorder.sampler.Untrack(toolRole)
	switch {
	case failure != nil:
		return exit, failure
	case err != nil:
		return exit, fmt.Errorf("the sample after the load failed: %w", err)
	}
	return exit, nil
}

// accompany returns when the tool has ended, by itself or killed, and says why it was killed.
func (r *Runner) accompany(ctx context.Context, i *invocation, child *process.Child) error {
	duration := time.Duration(i.DurationSeconds) * time.Second
	middle, deadline := time.NewTimer(duration/2), time.NewTimer(duration+r.Limits.Overrun)
	defer middle.Stop()
	defer deadline.Stop()
	var failure error
	for {
		select {
		case <-child.Exited():
			return failure
		case <-middle.C:
			if i.Phase == measure {
				i.done.ConnectionsEstablished = r.countEstablished(i.URL)
				i.seen = i.look()
			}
		case <-deadline.C:
			failure = &Failure{"tool-hung", fmt.Sprintf("%s on %s did not end within %s after the %d s that it was to run, so it was killed.",
				i.Tool, r.HostName, r.Limits.Overrun, i.DurationSeconds)}
			child.Kill()
		case <-ctx.Done():
			child.Kill()
			<-child.Exited()
			return context.Cause(ctx)
		}
	}
}

// judge reads the output of a tool that ended by itself.
func (r *Runner) judge(driver loadgen.Driver, load loadgen.Load, d DriveLoad, exit process.Exit, files outputs, done *LoadDone) error {
	last := lastLine(files.stderr.Name())
	if !exit.Clean() {
		return &Failure{"tool-failed", fmt.Sprintf("%s on %s ended with %s%s.", d.Tool, r.HostName, exit, last)}
	}
	stdout, err := readOutput(files.stdout.Name())
	if err == nil {
		done.Result, err = driver.Parse(load, stdout)
	}
	if err != nil {
		return &Failure{"tool-output", fmt.Sprintf("The output of %s on %s could not be used (%s): %v%s.", d.Tool, r.HostName, exit, err, last)}
	}
	return nil
}

// lastLine begins with a colon when there is one.
func lastLine(path string) string {
	text := process.LastLines(path, 1, 300)
	if text == "" {
		return " and no word on stderr"
	}
	return ": " + strings.TrimSuffix(text, ".")
}

// mostOutput is far beyond any report of a tool: one that prints more is broken, and reading it whole could end the agent.
const mostOutput = 64 << 20

func readOutput(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() > mostOutput {
		return nil, fmt.Errorf("it is %d bytes long", info.Size())
	}
	return os.ReadFile(path)
}
