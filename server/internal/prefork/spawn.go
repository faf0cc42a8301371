package prefork

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"sync/atomic"
	"syscall"
)

// process is one worker as its master sees it.
type process struct {
	index   int
	command *exec.Cmd
	hello   *os.File
	exited  chan struct{}
	// asked is set before it is told to end.
	asked atomic.Bool
	// died says that it ended unasked; it is known once exited is closed.
	died bool
}

func (p *process) pid() int { return p.command.Process.Pid }

// end asks it to end. One that is gone already answers with an error, which says nothing new.
func (p *process) end(by os.Signal) {
	p.asked.Store(true)
	_ = p.command.Process.Signal(by)
}

func (p *process) String() string { return fmt.Sprintf("worker %d (pid %d)", p.index, p.pid()) }

// spawnAll starts the workers from a thread that lives as long as the master: PR_SET_PDEATHSIG
// fires when the thread that forked ends, and Go ends threads as it likes unless they are locked.
func spawnAll(count int, arguments []string, input []byte, counters *os.File) ([]*process, error) {
	type result struct {
		processes []*process
		err       error
	}
	spawned := make(chan result)
	go func() {
		runtime.LockOSThread()
		var r result
		for index := range count {
			p, err := spawn(index, arguments, input, counters)
			if err != nil {
				r.err = fmt.Errorf("starting worker %d: %w", index, err)
				break
			}
			r.processes = append(r.processes, p)
		}
		spawned <- r
		select {}
	}()
	r := <-spawned
	return r.processes, r.err
}

func spawn(index int, arguments []string, input []byte, counters *os.File) (*process, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer write.Close()

	// The link, not the path: the file may have been replaced since the master started.
	command := exec.Command("/proc/self/exe", arguments...)
	command.Args[0] = os.Args[0]
	// GOMAXPROCS comes with the environment because fasthttp looks at it in its package's initialisation.
	command.Env = append(os.Environ(), indexVariable+"="+strconv.Itoa(index), "GOMAXPROCS=1")
	command.Stdin = bytes.NewReader(input)
	command.Stderr = os.Stderr
	command.ExtraFiles = []*os.File{counters, write}
	command.SysProcAttr = &syscall.SysProcAttr{
		Pdeathsig: syscall.SIGKILL,
		// A group of its own, so that Ctrl-C reaches the master alone and a drain is not taken for a death.
		Setpgid: true,
	}
	if err := command.Start(); err != nil {
		read.Close()
		return nil, err
	}
	p := &process{index: index, command: command, hello: read, exited: make(chan struct{})}
	go func() {
		_ = command.Wait()
		p.died = !p.asked.Load()
		close(p.exited)
	}()
	return p, nil
}
