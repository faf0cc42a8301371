// Package commands has the commands of millionrps: what each asks of the instance, and how it ends.
package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"millionrps/agent/internal/cli/api"
	"millionrps/agent/internal/cli/ending"
	"millionrps/agent/internal/cli/follow"
	"millionrps/agent/internal/cli/settings"
	"millionrps/agent/internal/cli/terminal"
)

// Streams are those of the process.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// session is one call of the program.
type session struct {
	Streams
	getenv  func(string) string
	release string

	connection  settings.Flags
	json, quiet bool
	plain       bool
	resultFile  string
	// entered: the flags and arguments are those of a command.
	entered  bool
	result   ending.Result
	progress *terminal.Progress
	painter  terminal.Painter
}

// Main runs the command and returns its exit code. A second signal ends the process at once.
func Main(arguments []string, streams Streams, getenv func(string) string, release string) (code int) {
	s := &session{Streams: streams, getenv: getenv, release: release}
	ctx, interrupt := context.WithCancelCause(context.Background())
	defer interrupt(nil)
	stop := s.onSignals(interrupt)
	defer stop()
	// Go ends a panic with 2, which means another thing here.
	defer func() {
		if fault := recover(); fault != nil {
			code = s.end(fmt.Errorf("a fault of millionrps itself: %v\n%s", fault, debug.Stack()))
		}
	}()
	root := s.root()
	root.SetArgs(arguments)
	err := root.ExecuteContext(ctx)
	if err != nil && !s.entered {
		err = fmt.Errorf("%w; millionrps --help lists commands and flags", err)
	}
	return s.end(err)
}

// sameCtrlC is for how long further signals count as the first: npm and other wrappers pass on what the terminal has sent already.
const sameCtrlC = time.Second

func (s *session) onSignals(interrupt context.CancelCauseFunc) (stop func()) {
	signals, done := make(chan os.Signal, 2), make(chan struct{})
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	go func() {
		var first time.Time
		for {
			select {
			case <-done:
				return
			case <-signals:
			}
			if first.IsZero() {
				first = time.Now()
				interrupt(follow.ErrInterrupted)
			} else if time.Since(first) > sameCtrlC {
				os.Exit(ending.Interrupted.Code())
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		close(done)
	}
}

// cannotNow has the refusals of what could be done at another time: they say nothing of the call.
var cannotNow = map[string]bool{
	"host-busy": true, "host-offline": true, "host-cordoned": true, "host-draining": true, "host-dirty": true,
	"no-answer": true, "too-many-questions": true,
}

// end writes what became of it, and returns the exit code.
func (s *session) end(err error) int {
	outcome := s.outcomeOf(err)
	if err != nil {
		s.result.Finish(outcome, err.Error())
	}
	if s.progress != nil {
		s.progress.Clear()
	}
	if err != nil {
		fmt.Fprintln(s.Err, "millionrps:", err)
	}
	told := err != nil || s.entered
	if s.json && told {
		if fault := s.result.Write(s.Out); fault != nil {
			return ending.Unexpected.Code()
		}
	}
	if s.resultFile != "" && told {
		if fault := ending.Save(s.resultFile, s.result.Write); fault != nil {
			fmt.Fprintln(s.Err, "millionrps: writing the result:", fault)
			if outcome.Code() == 0 {
				return ending.Unexpected.Code()
			}
		}
	}
	return outcome.Code()
}

func (s *session) outcomeOf(err error) ending.Outcome {
	var refusal api.Refusal
	var unreachable api.Unreachable
	var known ending.Error
	switch {
	case err == nil && s.result.Outcome != "":
		return s.result.Outcome
	case err == nil:
		s.result.Finish(ending.Done, "Done.")
		return ending.Done
	case errors.As(err, &known):
		return known.Outcome
	case errors.Is(err, follow.ErrInterrupted):
		return ending.Interrupted
	case errors.Is(err, follow.ErrTimeout):
		return ending.TimedOut
	case errors.As(err, &refusal) && cannotNow[refusal.Code]:
		return ending.NotMeasured
	case errors.As(err, &refusal) && refusal.Status < 500:
		return ending.Usage
	case errors.As(err, &refusal):
		return ending.Unexpected
	case errors.As(err, &unreachable):
		return ending.NotMeasured
	case !s.entered:
		return ending.Usage
	}
	return ending.Unexpected
}

// enter is what every command does first that calls the instance.
func (s *session) enter() (*api.Remote, error) {
	connection, err := settings.Read(s.connection, s.getenv)
	if err != nil {
		return nil, ending.Error{Outcome: ending.Usage, Err: err}
	}
	remote, err := api.Open(connection)
	if err != nil {
		return nil, ending.Error{Outcome: ending.Usage, Err: err}
	}
	return remote, nil
}

// within bounds the whole command, where a time is given.
func within(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc) {
	if timeout <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeoutCause(ctx, timeout, follow.ErrTimeout)
}

// afterwards is for what is still to be done once a command was interrupted or its time is over.
func afterwards(ctx context.Context, remote *api.Remote) (context.Context, context.CancelFunc) {
	const patience = time.Minute
	late := api.Unreachable{URL: remote.URL, Err: fmt.Errorf("no answer within %s", patience)}
	return context.WithTimeoutCause(context.WithoutCancel(ctx), patience, late)
}

func (s *session) printf(format string, arguments ...any) {
	if !s.json {
		fmt.Fprintf(s.Out, format, arguments...)
	}
}

// say is for people who look at figures: with --quiet it is left out.
func (s *session) say(format string, arguments ...any) {
	if !s.quiet {
		s.printf(format, arguments...)
	}
}
