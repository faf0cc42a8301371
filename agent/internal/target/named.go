package target

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel/cpulist"
	"millionrps/agent/internal/listening"
	"millionrps/agent/internal/process"
)

// Named says how to start a server of the host's configuration file.
type Named struct {
	Name string
	// Argv is the program's absolute path and its arguments.
	Argv []string
	// Address and Port are where the server is asked; it decides by itself where it listens.
	Address    netip.Addr
	Port       int
	TLS        bool
	HealthPath string
	// User is the user it runs as; "" for the agent's own.
	User        string
	Environment []string
	// Files are written before it starts, and removed by whoever stops it.
	Files []File
	CPUs  cpulist.List
	Pprof string
	// LogPath is written anew; it takes stdout and stderr.
	LogPath string
	// ReadyWithin bounds the wait for an answer of 200.
	ReadyWithin time.Duration
}

// Runnable is nil when the server's program can be started as its user, or why not: what follows "the target my-server".
func (n Named) Runnable() error {
	if err := unix.Access(n.Argv[0], unix.X_OK); err != nil {
		return fmt.Errorf("cannot be started: %s: %w", n.Argv[0], err)
	}
	_, err := process.IdentityOf(n.User)
	return err
}

// StartNamed returns when the server answers 200, or an error of one sentence with its last words. After an error nothing of it is left but
// its log and its files.
func StartNamed(ctx context.Context, launcher *process.Launcher, n Named) (*Target, error) {
	identity, err := process.IdentityOf(n.User)
	if err != nil {
		return nil, fmt.Errorf("the target %s %w", n.Name, err)
	}
	for _, file := range n.Files {
		if err := file.write(identity); err != nil {
			return nil, fmt.Errorf("the target %s cannot be started: %w", n.Name, err)
		}
	}
	spec := process.Spec{Argv: n.Argv, CPUs: n.CPUs, Environment: n.Environment, Identity: identity}
	p, err := startProgram(launcher, spec, n.LogPath, nil)
	if err != nil {
		return nil, err
	}
	base := urlOf(netip.AddrPortFrom(n.Address, uint16(n.Port)), n.TLS)
	asking, stop := context.WithCancel(ctx)
	defer stop()
	healthy, said := askUntilHealthy(asking, base+n.HealthPath)
	err = p.await(ctx, healthy, n.ReadyWithin, func() string {
		return fmt.Sprintf("answer GET %s with 200 within %s (%s)", base+n.HealthPath, n.ReadyWithin, n.whyUnready(said()))
	})
	if err != nil {
		p.kill()
		return nil, err
	}
	return &Target{URL: base, Version: n.Name, Command: n.Argv, Environment: p.child.Environment, Files: n.Files, PIDs: []int{p.pid}, Pprof: n.Pprof, life: p}, nil
}

// urlOf is the base address of what listens there.
func urlOf(at netip.AddrPort, secure bool) string {
	if secure {
		return "https://" + at.String()
	}
	return "http://" + at.String()
}

// whyUnready says where it listens when that is somewhere else.
func (n Named) whyUnready(said string) string {
	sockets, err := listening.On(n.Port)
	if err != nil || len(sockets) == 0 || slices.ContainsFunc(sockets, func(s listening.Socket) bool { return s.Takes(n.Address) }) {
		return said
	}
	return fmt.Sprintf("%s; it listens on %s: have it listen on %s or on every address", said, addressesOf(sockets), n.Address)
}

func addressesOf(sockets []listening.Socket) string {
	var words []string
	for _, s := range sockets {
		if word := s.Address.Unmap().String(); !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return strings.Join(words, ", ")
}

const (
	askEvery  = 50 * time.Millisecond
	askWithin = 2 * time.Second
)

// askUntilHealthy closes healthy at the first answer of 200; said is how it went last.
func askUntilHealthy(ctx context.Context, url string) (healthy <-chan struct{}, said func() string) {
	ok := make(chan struct{})
	var last atomic.Value
	last.Store("no answer")
	client := &http.Client{
		Timeout: askWithin,
		Transport: &http.Transport{
			DisableKeepAlives: true, // no proxy, and nothing of ours stays connected
			// It was just started here: whether its certificate is right is for those to say who load it.
			TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	go func() {
		for ctx.Err() == nil {
			status, err := ask(ctx, client, url)
			switch {
			case err == nil && status == http.StatusOK:
				close(ok)
				return
			case err == nil:
				last.Store("it answered " + strconv.Itoa(status))
			case ctx.Err() == nil:
				last.Store(reasonOf(err))
			}
			select {
			case <-ctx.Done():
			case <-time.After(askEvery):
			}
		}
	}()
	return ok, func() string { return last.Load().(string) }
}

func ask(ctx context.Context, client *http.Client, url string) (status int, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, err
	}
	response, err := client.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	return response.StatusCode, err
}

// reasonOf leaves out what the sentence around it says.
func reasonOf(err error) string {
	var operation *net.OpError
	if errors.As(err, &operation) {
		return operation.Err.Error()
	}
	return err.Error()
}
