// Package confined runs programs that are not trusted: as another user, within limits, and so that nothing of them is left when
// they end, whatever they do. A supervisor stands between this process and the program. It is this program under a word of its own, runs as
// the user of this process, and adopts what the program's processes leave behind (PR_SET_CHILD_SUBREAPER). It ends everything when
// its pipe is closed, which is so too when this process is killed.
package confined

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"

	"millionrps/agent/internal/process"
)

// command is the word by which this program is asked to be a supervisor.
const command = "supervise-confined"

// becomeCommand is the word by which a supervisor has this program become the confined one.
const becomeCommand = "become-confined"

// Main is this program under one of its words; false for any other. It is called first of all.
func Main(arguments []string) (was bool) {
	switch {
	case len(arguments) > 0 && arguments[0] == command:
		superviseFrom(os.Stdin)
	case len(arguments) > 2 && arguments[0] == becomeCommand:
		os.Exit(become(arguments[1], arguments[2:]))
	default:
		return false
	}
	return true
}

// Limits hold for all processes of a program together, unless they say otherwise. All have to be above 0.
type Limits struct {
	// MemoryBytes is resident memory, and the data of each single process (RLIMIT_DATA).
	MemoryBytes int64
	// FolderBytes is what the files below Spec.Folder and Spec.Scratch take, and the size of each single file (RLIMIT_FSIZE).
	FolderBytes int64
	// FreeBytes have to be left on the file system of the folder.
	FreeBytes int64
	// Processes at a time. The kernel allows the user four times as many, threads included, and a thousand (RLIMIT_NPROC).
	Processes int
}

// Spec says what to run.
type Spec struct {
	// Argv is the program, by its absolute path or from the folder on, and its arguments.
	Argv []string
	// Folder is where it starts.
	Folder string
	// Scratch is a second folder of its, or empty.
	Scratch string
	// Environment is all that it gets; NAME=value.
	Environment []string
	// Identity is the user that it runs as; nil for that of this process, which it could then harm.
	Identity *process.Identity
	Limits   Limits
	// Output takes what it prints on stdout, Errors what on stderr; they may be the same.
	Output, Errors io.Writer
}

// Over is the limit that a program was ended for.
type Over string

// The limits that are watched. What the kernel holds by itself makes the program fail in its own words.
const (
	Memory    Over = "memory"
	Processes Over = "processes"
	Disk      Over = "disk"
	FreeSpace Over = "free-space"
)

// Ending is how a program ended.
type Ending struct {
	// Status is "exit status 1" or "signal: killed"; empty where it was ended by its context.
	Status string `json:"status"`
	Clean  bool   `json:"clean"`
	Over   Over   `json:"over"`
	// Fault is why it could not be started, or what could not be ended; empty for neither.
	Fault string `json:"fault"`
}

// order is what the supervisor is told, as one line of JSON.
type order struct {
	Argv, Environment []string
	Folder, Scratch   string
	Credential        *syscall.Credential
	Limits            Limits
}

// endWithin is how long the supervisor gets to end everything.
const endWithin = 15 * time.Second

// Run returns when nothing of the program is left. Its error is the context's cause, or says that the program could not be
// started or ended.
func Run(ctx context.Context, spec Spec) (Ending, error) {
	if ctx.Err() != nil {
		return Ending{}, context.Cause(ctx)
	}
	read, write, err := os.Pipe()
	if err != nil {
		return Ending{}, fmt.Errorf("making a pipe: %w", err)
	}
	defer read.Close()
	supervisor := exec.Command("/proc/self/exe", command)
	supervisor.Env = process.HelperEnvironment()
	supervisor.Stdout, supervisor.Stderr = spec.Output, spec.Errors
	supervisor.ExtraFiles = []*os.File{write}
	supervisor.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	supervisor.WaitDelay = time.Second
	stdin, err := supervisor.StdinPipe()
	if err == nil {
		err = supervisor.Start()
	}
	write.Close()
	if err != nil {
		return Ending{}, fmt.Errorf("starting a supervisor: %w", err)
	}
	ended := make(chan struct{})
	go endWith(ctx, stdin, supervisor, ended)
	told := order{
		Argv: spec.Argv, Environment: spec.Environment, Folder: spec.Folder, Scratch: spec.Scratch,
		Credential: spec.Identity.Credential(), Limits: spec.Limits,
	}
	_ = json.NewEncoder(stdin).Encode(told) // a supervisor that is gone answers nothing
	var ending Ending
	answered := json.NewDecoder(io.LimitReader(read, 1<<16)).Decode(&ending)
	err = supervisor.Wait()
	close(ended)
	switch {
	case ctx.Err() != nil:
		return ending, context.Cause(ctx)
	case answered != nil:
		return ending, fmt.Errorf("its supervisor ended without a word: %v", err)
	case ending.Fault != "":
		return ending, errors.New(ending.Fault)
	}
	return ending, nil
}

// endWith closes the pipe when the context ends, and kills a supervisor that does not follow.
func endWith(ctx context.Context, stdin io.Closer, supervisor *exec.Cmd, ended <-chan struct{}) {
	select {
	case <-ended:
		return
	case <-ctx.Done():
	}
	stdin.Close()
	select {
	case <-ended:
	case <-time.After(endWithin):
		_ = supervisor.Process.Kill()
	}
}
