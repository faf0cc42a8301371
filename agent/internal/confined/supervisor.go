package confined

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

const (
	lookEvery = 100 * time.Millisecond
	// weighEvery is how often the folders are walked through: what takes longer in large ones is bounded by free space.
	weighEvery = time.Second
	// answerTo is the descriptor for the Ending; os/exec puts the first extra file there.
	answerTo = 3
)

// superviseFrom is the other side of command. It reads an order and writes an Ending, when nothing is left of the program.
func superviseFrom(from io.Reader) {
	signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGPIPE)
	answer := os.NewFile(answerTo, "answer")
	unix.CloseOnExec(answerTo)
	input := bufio.NewReader(from)
	line, err := input.ReadBytes('\n')
	var told order
	if err == nil {
		err = json.Unmarshal(line, &told)
	}
	if err != nil {
		return // nobody is there to answer
	}
	closed := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, input)
		close(closed)
	}()
	_ = json.NewEncoder(answer).Encode(supervise(told, closed))
}

func supervise(told order, closed <-chan struct{}) (ending Ending) {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return Ending{Fault: fmt.Sprintf("what it leaves behind cannot be adopted: %v", err)}
	}
	main, err := start(told)
	if err != nil {
		return Ending{Fault: fmt.Sprintf("%s cannot be started: %v", told.Argv[0], err)}
	}
	f := &family{main: main}
	ending = f.watch(told, closed)
	if left := f.end(); left > 0 {
		ending.Fault = fmt.Sprintf("%d of its processes could not be ended", left)
	}
	return ending
}

// start has this program become the other one, which keeps the process.
func start(told order) (pid int, err error) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		return 0, err
	}
	defer null.Close()
	limits, err := json.Marshal(told.Limits)
	if err != nil {
		return 0, err
	}
	return syscall.ForkExec("/proc/self/exe", append([]string{"agent", becomeCommand, string(limits)}, told.Argv...), &syscall.ProcAttr{
		Dir: told.Folder, Env: told.Environment, Files: []uintptr{null.Fd(), 1, 2},
		Sys: &syscall.SysProcAttr{Setsid: true, Credential: told.Credential},
	})
}

// watch returns when the program has ended, when it has to be, or when nobody waits for it any more.
func (f *family) watch(told order, closed <-chan struct{}) Ending {
	children := make(chan os.Signal, 1)
	signal.Notify(children, syscall.SIGCHLD)
	look, weigh := time.NewTicker(lookEvery), time.NewTicker(weighEvery)
	defer look.Stop()
	defer weigh.Stop()
	for {
		if f.reap(); f.status != nil {
			return endingOf(*f.status)
		}
		var over Over
		select {
		case <-closed:
			return Ending{}
		case <-children:
		case <-look.C:
			over = f.over(told.Limits)
		case <-weigh.C:
			over = overDisk(told)
		}
		if over != "" {
			return Ending{Over: over}
		}
	}
}

func endingOf(status syscall.WaitStatus) Ending {
	if status.Signaled() {
		return Ending{Status: "signal: " + status.Signal().String()}
	}
	return Ending{Status: fmt.Sprintf("exit status %d", status.ExitStatus()), Clean: status.ExitStatus() == 0}
}
