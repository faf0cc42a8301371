// Package target starts and stops the server under test, and tells when it ends by itself.
package target

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"millionrps/agent/internal/process"
)

// Target is a server that said it is ready.
type Target struct {
	Ready   Ready
	Command []string
	PID     int

	child   *process.Child
	log     *log
	stopped chan struct{}
	ended   chan struct{}
	exit    process.Exit
}

// Start returns when the target listens, or an error of one sentence with the last words of the target. After an error nothing of
// it is left but its log.
func Start(ctx context.Context, launcher *process.Launcher, o Options) (*Target, error) {
	log, err := openLog(o.LogPath)
	if err != nil {
		return nil, err
	}
	read, write, err := os.Pipe()
	if err != nil {
		log.close()
		return nil, fmt.Errorf("making a pipe for the target: %w", err)
	}
	argv := o.argv()
	child, err := launcher.Start(process.Spec{Argv: argv, CPUs: o.CPUs, Stdout: write, Stderr: log.file})
	write.Close()
	if err != nil {
		read.Close()
		log.close()
		return nil, fmt.Errorf("the target could not be started: %w", err)
	}
	t := &Target{Command: argv, PID: child.PID, child: child, log: log, stopped: make(chan struct{}), ended: make(chan struct{})}
	ready := log.follow(read)
	go t.reap()
	if t.Ready, err = t.await(ctx, ready, o.ReadyWithin); err != nil {
		t.Kill()
		return nil, err
	}
	return t, nil
}

func (t *Target) reap() {
	t.exit = t.child.Wait()
	t.log.close()
	close(t.ended)
}

func (t *Target) await(ctx context.Context, ready <-chan Ready, within time.Duration) (Ready, error) {
	timeout := time.NewTimer(within)
	defer timeout.Stop()
	select {
	case r := <-ready:
		return r, nil
	case <-t.ended:
		return Ready{}, fmt.Errorf("the target ended before it listened (%s)%s", t.exit, t.log.lastWords())
	case <-timeout.C:
		return Ready{}, fmt.Errorf("the target did not say within %s that it listens%s", within, t.log.lastWords())
	case <-ctx.Done():
		return Ready{}, context.Cause(ctx)
	}
}

// Ended is closed when the process is gone, for whatever reason.
func (t *Target) Ended() <-chan struct{} { return t.ended }

// Gone says that it ended by itself.
func (t *Target) Gone() bool {
	select {
	case <-t.ended:
		return t.EndedByItself()
	default:
		return false
	}
}

// EndedByItself says, after Ended, that nobody had asked for it.
func (t *Target) EndedByItself() bool {
	select {
	case <-t.stopped:
		return false
	default:
		return true
	}
}

// LastWords is, after Ended, a sentence on how it ended.
func (t *Target) LastWords() string {
	return fmt.Sprintf("The target ended without having been told to (%s)%s.", t.exit, t.log.lastWords())
}

// ErrKilled says that the target did not drain in time.
var ErrKilled = errors.New("the target did not drain in time and was killed")

// Stop lets requests in flight finish and returns when the target is gone. It is killed when it does not end within.
func (t *Target) Stop(within time.Duration) error {
	t.expect()
	t.child.Terminate()
	timeout := time.NewTimer(within)
	defer timeout.Stop()
	select {
	case <-t.ended:
		return nil
	case <-timeout.C:
		t.Kill()
		return ErrKilled
	}
}

// Kill ends it at once and returns when it is gone. Workers of a prefork target are killed by the kernel with their master.
func (t *Target) Kill() {
	t.expect()
	t.child.Kill()
	<-t.ended
}

// expect notes that the end is wanted from now on. Only the owner stops a target, from one goroutine.
func (t *Target) expect() {
	select {
	case <-t.stopped:
	default:
		close(t.stopped)
	}
}
