package runner

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"millionrps/agent/internal/revisions"
	"millionrps/agent/internal/sampler"
	"millionrps/agent/internal/target"
)

// bench is what a run holds of this host.
type bench struct {
	recorder *recorder
	target   *target.Target
	// identified is what the target was when it was up.
	identified *identified
	// built is the program of the commit that the run asks for; nil where it asks for none.
	built *revisions.Built
	port  int
	// log is the target's log that was not reported yet.
	log string
	// sockets is the folder of those that the target listens on.
	sockets string
	place   place
	// backends are what the target asks.
	backends backends
	// snapshots says that the run is shown by them.
	snapshots bool
	// drove says that load was driven from here.
	drove  bool
	midway *midway
	// profiling is of the window that is open.
	profiling *profiling
}

func (b *bench) startSampling(r *Runner, runID string, nics []string, perSecond int) error {
	b.stopSampling()
	s, err := sampler.Open(sampler.Config{Root: "/", NICs: nics, Supervisor: r.Supervisor})
	if err != nil {
		return err
	}
	if b.recorder, err = startRecorder(s, runID, perSecond, r); err != nil {
		_ = s.Close()
	}
	return err
}

func (b *bench) stopSampling() {
	b.midway.end()
	b.midway = nil
	b.stopProfiling()
	if b.recorder != nil {
		b.recorder.stop()
		b.recorder = nil
	}
}

func (b *bench) stopProfiling() {
	b.profiling.abort()
	b.profiling = nil
}

// stopTarget returns when the target is gone, which is killed when it does not end within.
func (b *bench) stopTarget(r *Runner, within time.Duration) {
	if b.target == nil {
		return
	}
	b.stopProfiling()
	if b.target.Gone() {
		// Its end was reported with its log.
		b.log = ""
	}
	if err := b.target.Stop(within); err != nil {
		r.Log.Warn("stopping the target", "error", err)
	}
	if b.recorder != nil {
		b.recorder.sampler.Untrack(targetRole)
		b.recorder.sampler.UntrackRequests()
	}
	b.target, b.identified = nil, nil
	_ = os.RemoveAll(b.sockets)
	r.removeTargetFiles()
}

// removeTargetFiles is for after its end.
func (r *Runner) removeTargetFiles() {
	if err := r.TargetFiles.Sweep(); err != nil {
		r.Log.Warn("files of the target are left", "error", err)
	}
}

// sunPathMax is sun_path of sockaddr_un without its closing zero (unix(7)).
const sunPathMax = 107

const (
	statsSocket = "stats.sock"
	pprofSocket = "pprof.sock"
	// workerSocket is the longest name: each worker of the reference server has a socket for profiles of its own.
	workerSocket = pprofSocket + ".1023"
)

// makeSockets makes a private folder for sockets: in the work folder, or a short temporary one where that path is too long.
func (b *bench) makeSockets(workFolder string) error {
	parent := workFolder
	if len(filepath.Join(parent, "target-0123456789", workerSocket)) > sunPathMax {
		parent = os.TempDir()
	}
	folder, err := os.MkdirTemp(parent, "target-")
	if err != nil {
		return fmt.Errorf("making a folder for the target's sockets: %w", err)
	}
	b.sockets = folder
	return nil
}
