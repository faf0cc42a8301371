package vegeta

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// firstPipe is the descriptor at which a child finds the first extra file.
const firstPipe = 3

// pipeBytes holds some thousand results: the report takes one of each process in turn, so that a process which is ahead has to wait when
// its pipe is full. Latency is counted before, so that costs only memory.
const pipeBytes = 1 << 20

// Drive attacks, and prints one JSON document when all is over. Results go through pipes, never to a disk. The children are killed when
// this process ends, however it does; they stay in its process group.
func Drive(a Attack, stdout io.Writer, stderr *os.File) error {
	// Children are killed when the thread ends that started them.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	processes, err := start(a, stderr)
	if err != nil {
		return err
	}
	if err := processes.wait(); err != nil {
		return err
	}
	encoded, err := json.Marshal(a.document(bytes.TrimSpace(processes.said.Bytes())))
	if err != nil {
		return fmt.Errorf("vegeta's report is no JSON: %w", err)
	}
	_, err = stdout.Write(append(encoded, '\n'))
	return err
}

// processes are the report and the attacks, in this order.
type processes struct {
	running []*exec.Cmd
	said    bytes.Buffer
}

func start(a Attack, stderr *os.File) (*processes, error) {
	p := &processes{}
	report := child(a.reportCommand(), stderr)
	report.Stdout = &p.said
	var attacks []*exec.Cmd
	var ends []*os.File
	defer func() {
		for _, end := range ends {
			end.Close()
		}
	}()
	for _, argv := range a.attackCommands() {
		read, write, err := os.Pipe()
		if err != nil {
			return nil, fmt.Errorf("making a pipe for vegeta's results: %w", err)
		}
		ends = append(ends, read, write)
		// Less has to do where the host allows no more.
		_, _ = unix.FcntlInt(write.Fd(), unix.F_SETPIPE_SZ, pipeBytes)
		report.ExtraFiles = append(report.ExtraFiles, read)
		attack := child(argv, stderr)
		attack.Stdout = write
		attacks = append(attacks, attack)
	}
	for _, command := range append([]*exec.Cmd{report}, attacks...) {
		if err := command.Start(); err != nil {
			p.kill()
			return nil, fmt.Errorf("starting %s: %w", command.Path, err)
		}
		p.running = append(p.running, command)
	}
	return p, nil
}

func child(argv []string, stderr *os.File) *exec.Cmd {
	command := exec.Command(argv[0], argv[1:]...)
	command.Stderr = stderr
	command.Env = withoutMLKEM(os.Environ())
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return command
}

// withoutMLKEM has vegeta offer the groups that volley and tools with an older OpenSSL offer, without the hybrid ones that Go adds by itself:
// they cost CPU time in each handshake, on both sides.
func withoutMLKEM(environment []string) []string {
	const name = "GODEBUG="
	settings := "tlsmlkem=0"
	for _, variable := range environment {
		if value, found := strings.CutPrefix(variable, name); found && value != "" {
			settings = value + "," + settings
		}
	}
	// Of variables with the same name the last one counts.
	return append(environment, name+settings)
}

// wait returns when all have ended. One that fails ends the others: what the rest would measure is not what was asked.
func (p *processes) wait() error {
	failures := make(chan error, len(p.running))
	for _, command := range p.running {
		go func() {
			err := command.Wait()
			if err != nil {
				err = fmt.Errorf("vegeta %s ended with %w", verb(command.Args), err)
			}
			failures <- err
		}()
	}
	var first error
	for range p.running {
		if err := <-failures; err != nil && first == nil {
			first = err
			p.kill()
		}
	}
	return first
}

func (p *processes) kill() {
	for _, command := range p.running {
		_ = command.Process.Kill()
	}
}

func verb(argv []string) string {
	for _, word := range argv[1:] {
		if word == "attack" || word == "report" {
			return word
		}
	}
	return strings.Join(argv[1:], " ")
}
