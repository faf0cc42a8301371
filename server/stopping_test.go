package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"millionrps/server/frameworks"
)

func TestSignalWithIdleConnectionsEndsTheServerCleanly(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
		t.Run(signal.String(), func(t *testing.T) {
			everyVariant(t, func(t *testing.T, s *running) {
				idle, used := dial(t, s), dial(t, s)
				used.send(t, getSimple)
				used.receive(t, 1)
				s.signal(t, signal)
				for _, c := range []*rawClient{idle, used} {
					if err := c.receiveOne(); err != io.EOF {
						t.Errorf("an idle connection ended with %v, want a clean end", err)
					}
				}
				if code := s.exitCode(t); code != 0 {
					t.Errorf("exit code %d; stderr: %s", code, s.stderr.String())
				}
				if _, err := os.Stat(s.statsSocket); !os.IsNotExist(err) {
					t.Errorf("the stats socket is still there: %v", err)
				}
			})
		})
	}
}

func TestSignalDuringPipelinedLoadLosesNoAnswerThatWasBegun(t *testing.T) {
	everyVariant(t, func(t *testing.T, s *running) {
		const connections, depth = 30, 16
		var received atomic.Int64
		var done sync.WaitGroup
		for range connections {
			c := dial(t, s)
			go func() {
				batch := strings.Repeat(getRead, depth)
				for {
					// It fails once the server is gone; the reader below judges what came back.
					if _, err := io.WriteString(c, batch); err != nil {
						return
					}
				}
			}()
			done.Go(func() {
				err := error(nil)
				for ; err == nil; received.Add(1) {
					// Slow reading keeps answers in every buffer on the way.
					if received.Load()%64 == 0 {
						time.Sleep(time.Millisecond)
					}
					err = c.receiveOne()
				}
				received.Add(-1)
				// A reset may follow the last answer, as this client never stops sending.
				if err != io.EOF && !strings.Contains(err.Error(), "connection reset") || strings.Contains(err.Error(), "cut") {
					t.Error(err)
				}
			})
		}
		for received.Load() < 2000 {
			time.Sleep(time.Millisecond)
		}
		s.signal(t, syscall.SIGTERM)
		if code := s.exitCode(t); code != 0 {
			t.Errorf("exit code %d; stderr: %s", code, s.stderr.String())
		}
		done.Wait()
		if want := fmt.Sprintf("stopped after %d requests", received.Load()); !strings.Contains(s.stderr.String(), want) {
			t.Errorf("clients received %d answers, the server says: %s", received.Load(), s.stderr.String())
		}
	})
}

func TestARequestThatHadArrivedInPartIsStillAnswered(t *testing.T) {
	everyVariant(t, func(t *testing.T, s *running) {
		c := dial(t, s)
		c.send(t, getSimple+getSimple[:20])
		c.receive(t, 1)
		s.signal(t, syscall.SIGTERM)
		awaitRefusal(t, s.address)
		c.send(t, getSimple[20:])
		c.receive(t, 1)
		if err := c.receiveOne(); err != io.EOF {
			t.Errorf("after the last answer: %v, want a clean end", err)
		}
		if code := s.exitCode(t); code != 0 {
			t.Errorf("exit code %d; stderr: %s", code, s.stderr.String())
		}
	})
}

func TestAClientThatReadsNothingCannotHoldTheServerLongerThanTheDrainTimeout(t *testing.T) {
	for _, framework := range frameworks.All {
		t.Run(framework.Name, func(t *testing.T) {
			s := start(t, "--framework", framework.Name, "--prefork", "--workers", "1", "--drain-timeout", "300ms")
			c := dial(t, s)
			go func() { _, _ = io.WriteString(c, strings.Repeat(getRead, 20_000)) }()
			awaitStalled(t, s)
			s.signal(t, syscall.SIGTERM)
			if code := s.exitCode(t); code != 1 {
				t.Errorf("exit code %d, want 1, as answers were cut", code)
			}
			want := "worker 0: the drain timeout of 300ms passed with 1 connections still open"
			if !strings.Contains(s.stderr.String(), want) {
				t.Errorf("stderr: %s want %q", s.stderr.String(), want)
			}
		})
	}
}

func TestTheDeathOfAWorkerStopsEverything(t *testing.T) {
	s := start(t, "--prefork", "--workers", "3")
	if err := syscall.Kill(s.ready.PIDs[1], syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if code := s.exitCode(t); code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	want := fmt.Sprintf("server: worker 1 (pid %d) died unexpectedly (signal: killed), so the others were stopped\n", s.ready.PIDs[1])
	if !strings.Contains(s.stderr.String(), want) {
		t.Errorf("stderr: %s want %q", s.stderr.String(), want)
	}
	awaitGone(t, s.ready.PIDs)
}

func TestKillingTheMasterLeavesNoWorkers(t *testing.T) {
	s := start(t, "--prefork", "--workers", "3")
	s.signal(t, syscall.SIGKILL)
	<-s.ended
	awaitGone(t, s.ready.PIDs)
}
