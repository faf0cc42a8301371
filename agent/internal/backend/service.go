package backend

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"time"

	"millionrps/agent/internal/process"
)

// Spec is what the services of a run have in common.
type Spec struct {
	Launcher *process.Launcher
	Folders  Folders
	// Address is where they listen.
	Address netip.Addr
	// LogFolder takes what they say.
	LogFolder string
}

// Stated is what the host's configuration file says of a service.
type Stated struct {
	// User is the user that it runs as; "" is nobody if the agent is root, and otherwise the agent's own user.
	User        string
	Environment []string
	// Settings overrule ours, by PostgreSQL's names.
	Settings map[string]string
}

// service is a started service.
type service struct {
	name     string
	launcher *process.Launcher
	child    *process.Child
	folder   string
	log      string
	// environment is what it was given besides the little that every program gets.
	environment []string
}

const (
	// readyWithin bounds the wait for a service to answer.
	readyWithin = 20 * time.Second
	// endsWithin is what a service gets to end before it is killed.
	endsWithin = 5 * time.Second
)

func (s *service) stop(ask func()) {
	if s == nil {
		return
	}
	if s.child != nil {
		ask()
		select {
		case <-s.child.Exited():
		case <-time.After(endsWithin):
			s.child.Kill()
		}
		s.child.Wait()
	}
	_ = os.RemoveAll(s.folder)
}

// userOf is the user that a service runs as. PostgreSQL refuses to run as root. The user nobody owns no files that a
// mistake could destroy.
func (s Stated) userOf() (*process.Identity, error) {
	name := s.User
	if name == "" && os.Geteuid() == 0 {
		name = "nobody"
	}
	return process.IdentityOf(name)
}

func openLog(spec Spec, name string) (*os.File, string, error) {
	path := filepath.Join(spec.LogFolder, name+".log")
	file, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, "", fmt.Errorf("opening the log of %s: %w", name, err)
	}
	return file, path, nil
}

// run starts a program that ends by itself and waits for that. Its error has the last words of the log.
func run(ctx context.Context, launcher *process.Launcher, spec process.Spec, log string) error {
	child, err := launcher.Start(spec)
	if err != nil {
		return err
	}
	select {
	case <-child.Exited():
	case <-ctx.Done():
		child.Kill()
	}
	if exit := child.Wait(); !exit.Clean() && ctx.Err() == nil {
		return fmt.Errorf("%s ended with %s: %s", filepath.Base(spec.Argv[0]), exit, lastWords(launcher, log))
	}
	return context.Cause(ctx)
}

// await asks until the service answers.
func (s *service) await(ctx context.Context, answers func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	for {
		err := answers(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-s.child.Exited():
			return fmt.Errorf("%s ended before it was ready: %s", s.name, lastWords(s.launcher, s.log))
		case <-ctx.Done():
			return fmt.Errorf("%s was not ready within %s: %w", s.name, readyWithin, err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func lastWords(launcher *process.Launcher, log string) string {
	if said := launcher.LastLines(log, 2, 400); said != "" {
		return said
	}
	return "it said nothing"
}

// freePort finds a port that no process listens on at this moment.
func freePort(address netip.Addr) (int, error) {
	listener, err := net.Listen("tcp", netip.AddrPortFrom(address, 0).String())
	if err != nil {
		return 0, fmt.Errorf("looking for a free port: %w", err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port, nil
}

// newPassword has 128 bits and letters that need no quoting anywhere.
func newPassword() string { return rand.Text() }
