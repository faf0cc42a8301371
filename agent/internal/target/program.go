package target

import (
	"context"
	"fmt"
	"os"
	"time"

	"millionrps/agent/internal/process"
)

// program is a server that was started here.
type program struct {
	pid     int
	child   *process.Child
	log     *log
	stopped chan struct{}
	ended   chan struct{}
	exit    process.Exit
}

// startProgram hands stdout to follow, which writes the log; nil lets stdout go there directly.
func startProgram(launcher *process.Launcher, spec process.Spec, logPath string, follow func(*log, *os.File)) (*program, error) {
	log, err := openLog(launcher, logPath)
	if err != nil {
		return nil, err
	}
	spec.Stdout, spec.Stderr = log.file, log.file
	var read, write *os.File
	if follow != nil {
		if read, write, err = os.Pipe(); err != nil {
			log.close()
			return nil, fmt.Errorf("making a pipe for the target: %w", err)
		}
		defer write.Close()
		spec.Stdout = write
	}
	child, err := launcher.Start(spec)
	if err != nil {
		if read != nil {
			read.Close()
		}
		log.close()
		return nil, fmt.Errorf("the target could not be started: %w", err)
	}
	p := &program{pid: child.PID, child: child, log: log, stopped: make(chan struct{}), ended: make(chan struct{})}
	if follow != nil {
		follow(log, read)
	}
	go p.reap()
	return p, nil
}

func (p *program) reap() {
	p.exit = p.child.Wait()
	p.log.close()
	close(p.ended)
}

// await waits for what says that the target listens. Its error is one sentence with the target's last words.
func (p *program) await(ctx context.Context, ready <-chan struct{}, within time.Duration, unready func() string) error {
	timeout := time.NewTimer(within)
	defer timeout.Stop()
	select {
	case <-ready:
		return nil
	case <-p.ended:
		if p.exit.Clean() {
			return fmt.Errorf("the target's program ended before it listened (%s): have it stay in the foreground, not become a daemon; it ended%s", p.exit, p.log.lastWords())
		}
		return fmt.Errorf("the target ended before it listened (%s)%s", p.exit, p.log.lastWords())
	case <-timeout.C:
		return fmt.Errorf("the target did not %s%s", unready(), p.log.lastWords())
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (p *program) Ended() <-chan struct{} { return p.ended }

func (p *program) EndedByItself() bool {
	select {
	case <-p.stopped:
		return false
	default:
		return true
	}
}

func (p *program) LastWords() string {
	return fmt.Sprintf("The target ended without having been told to (%s)%s.", p.exit, p.log.lastWords())
}

func (p *program) Stop(within time.Duration) error {
	p.expect()
	p.child.Terminate()
	timeout := time.NewTimer(within)
	defer timeout.Stop()
	select {
	case <-p.ended:
		return nil
	case <-timeout.C:
		p.kill()
		return ErrKilled
	}
}

// kill ends it at once and returns when it is gone. Workers of a prefork target are killed by the kernel with their master.
func (p *program) kill() {
	p.expect()
	p.child.Kill()
	<-p.ended
}

// expect notes that the end is wanted from now on. Only the owner stops a target, from one goroutine.
func (p *program) expect() {
	select {
	case <-p.stopped:
	default:
		close(p.stopped)
	}
}
