package runner

import (
	"context"
	"fmt"
	"net/netip"
	"path/filepath"
	"runtime"
	"strconv"

	"millionrps/agent/internal/backend"
	"millionrps/agent/internal/sampler"
	"millionrps/agent/internal/sealing"
	"millionrps/agent/internal/target"
)

// Backends are the services that this host can start for a run, by their names.
type Backends struct {
	Found   map[string]backend.Found
	Stated  map[string]backend.Stated
	Folders backend.Folders
}

// backends are what a run has of them.
type backends struct {
	services   backend.Services
	identities []backend.Identity
	monitors   []*backend.Monitor
	downstream *target.Target
	// key opens what another host seals for this one; nil where the target's services are on its own host, or there are none.
	key *sealing.Key
	// at is where the services of that other host are.
	at netip.Addr
	// apart is how to come at those of another host.
	apart apart
}

// loopback is where services listen that only a target on this host asks.
var loopback = netip.AddrFrom4([4]byte{127, 0, 0, 1})

// asked are the names of the services that a target needs.
func (t ReferenceTarget) asked() []string {
	var names []string
	if t.Database != nil {
		names = append(names, backend.PostgreSQL)
	}
	if t.Cache != nil {
		names = append(names, backend.Cache)
	}
	return names
}

func (r *Runner) checkBackends(spec ReferenceTarget) error {
	for _, name := range spec.asked() {
		if _, found := r.Backends.Found[name]; !found {
			return &Failure{"backend-missing", fmt.Sprintf("The agent on %s found no %s to start for this run: install it there, or state its path as backends.%s.path in "+
				"the host's configuration file, and start the agent again.", r.HostName, name, name)}
		}
	}
	return nil
}

// startOwnBackends is for a target whose services are on its own host.
func (r *Runner) startOwnBackends(ctx context.Context, p Prepare) error {
	spec, reference := p.Target.(ReferenceTarget)
	if !p.Server || !reference || p.BackendAddress != "" {
		return nil
	}
	return r.startBackends(ctx, spec, loopback, r.connections(spec))
}

// startBackends starts, fills and watches what a target will ask. What was begun when it fails ends with the run's restore.
func (r *Runner) startBackends(ctx context.Context, spec ReferenceTarget, at netip.Addr, connections int) error {
	err := r.startServices(ctx, spec, at, connections)
	if err == nil && spec.Downstream != nil {
		err = r.startDownstream(ctx, *spec.Downstream, at)
	}
	if err == nil {
		err = r.watchBackends(ctx)
	}
	if err == nil || context.Cause(ctx) != nil {
		return err
	}
	return &Failure{"backend-not-ready", Sentence(fmt.Errorf("on %s %w", r.HostName, err))}
}

func (r *Runner) startServices(ctx context.Context, asked ReferenceTarget, at netip.Addr, connections int) (err error) {
	spec := backend.Spec{Launcher: r.Launcher, Folders: r.Backends.Folders, Address: at, LogFolder: r.WorkFolder}
	services := &r.bench.backends.services
	if asked.Database != nil {
		settings := backend.DatabaseSettings{Connections: connections, SynchronousCommit: asked.Database.SynchronousCommit}
		program, stated := r.Backends.of(backend.PostgreSQL)
		if services.Database, err = backend.StartDatabase(ctx, spec, program, stated, settings); err != nil {
			return err
		}
	}
	if asked.Cache != nil {
		program, stated := r.Backends.of(backend.Cache)
		if services.Cache, err = backend.StartCache(ctx, spec, program, stated); err != nil {
			return err
		}
	}
	if err := services.Fill(ctx, spec, r.ServerBinary); err != nil {
		return err
	}
	r.bench.backends.identities = services.Identify(ctx, r.Identity, r.Backends.Found)
	return nil
}

func (b Backends) of(name string) (program string, stated backend.Stated) {
	return b.Found[name].Path, b.Stated[name]
}

// connections to the database are those of all workers: each has a pool of its own. 0 without a database.
func (r *Runner) connections(asked ReferenceTarget) int {
	if asked.Database == nil {
		return 0
	}
	workers := 1
	if asked.Prefork {
		workers = asked.Workers
	}
	if workers == 0 {
		workers = len(r.bench.place.target)
	}
	if workers == 0 {
		workers = runtime.NumCPU()
	}
	return workers * asked.Database.PoolSize
}

// startDownstream starts a second reference server, which fails as it is asked to.
func (r *Runner) startDownstream(ctx context.Context, asked DownstreamSettings, at netip.Addr) (err error) {
	r.bench.backends.downstream, err = target.StartReference(ctx, r.Launcher, target.Reference{
		Binary: r.ServerBinary, Host: at.String(), Framework: "fasthttp", Pick: "local",
		Arguments: []string{"--failing", strconv.FormatFloat(asked.FailPercent, 'f', -1, 64) + "%", "--delay", strconv.Itoa(asked.DelayMs) + "ms"},
		LogPath:   filepath.Join(r.WorkFolder, "downstream.log"), ReadyWithin: r.Limits.Ready,
	})
	return err
}

// watchBackends samples their processes, what they count, and the disk that they write to.
func (r *Runner) watchBackends(ctx context.Context) (err error) {
	b, s := &r.bench.backends, r.bench.recorder.sampler
	pids := b.services.PIDs()
	if b.downstream != nil {
		pids = append(pids, b.downstream.PIDs...)
	}
	if len(pids) == 0 {
		return nil
	}
	if err := s.Track(backendRole, pids...); err != nil {
		return fmt.Errorf("the services of the target could not be sampled: %w", err)
	}
	if folder := b.services.DiskFolder(); folder != "" {
		if err := s.TrackDisk(folder); err != nil {
			r.Log.Info("the disk of a service is not sampled", "reason", err)
		}
	}
	if b.monitors, err = b.services.Watch(ctx, r.Log); err != nil {
		return err
	}
	return trackMonitors(s, b.monitors)
}

func trackMonitors(s *sampler.Sampler, monitors []*backend.Monitor) error {
	figures := make([]sampler.Figures, len(monitors))
	for i, monitor := range monitors {
		figures[i] = monitor
	}
	return s.TrackFigures(figures...)
}

// access is how the target comes at its services, wherever they are, and the address of the other server that it calls.
func (b *backends) access() apart {
	if b.key != nil {
		return b.apart
	}
	own := apart{Access: b.services.OfTarget()}
	if b.downstream != nil {
		own.downstream = b.downstream.URL + "/simple"
	}
	return own
}

// running says that services were started on this host.
func (b *backends) running() bool { return len(b.services.PIDs()) > 0 || b.downstream != nil }

// askedArguments are how the target asks its services.
func (t ReferenceTarget) askedArguments() []string {
	var arguments []string
	if d := t.Database; d != nil {
		arguments = append(arguments, "--db-pool", strconv.Itoa(d.PoolSize), "--db-prepared="+strconv.FormatBool(d.Prepared), "--db-batch", strconv.Itoa(d.Batch))
	}
	if c := t.Cache; c != nil {
		arguments = append(arguments, "--cache-pool", strconv.Itoa(c.PoolSize))
	}
	if d := t.Downstream; d != nil {
		arguments = append(arguments, "--downstream-timeout", strconv.Itoa(d.TimeoutMs)+"ms", "--downstream-retries", strconv.Itoa(d.Retries))
	}
	return arguments
}

// stopBackends comes after the target's end and before that of the sampling.
func (b *bench) stopBackends() {
	if b.recorder != nil {
		b.recorder.sampler.UntrackFigures()
		b.recorder.sampler.UntrackDisk()
		b.recorder.sampler.Untrack(backendRole)
	}
	for _, monitor := range b.backends.monitors {
		monitor.Close()
	}
	b.backends.services.Stop()
	if b.backends.downstream != nil {
		_ = b.backends.downstream.Stop(0)
	}
	b.backends = backends{}
}
