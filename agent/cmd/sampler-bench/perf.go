package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/perf"
)

// tooOften is how many times as often as for a run the CPUs are interrupted, to see in short slices what an interrupt costs.
const tooOften = 50

// slices of time with and without sampling follow each other, so that what else the machine does falls on both.
const slice = 250 * time.Millisecond

// perfCost is what sampling all CPUs costs while all are busy, in percent of one CPU for each of them.
type perfCost struct {
	// InterruptPct is what the kernel takes at 99 Hz to interrupt and to walk the stack, DrainPct what we take to read and count the samples.
	InterruptPct float64 `json:"interruptPct"`
	DrainPct     float64 `json:"drainPct"`
	// NamingMs is CPU time after the load, for all CPUs together.
	NamingMs float64 `json:"namingMs"`
}

// measurePerf keeps every CPU busy for some seconds, half of them for either part.
func measurePerf(seconds int) error {
	runtime.GOMAXPROCS(runtime.NumCPU() + 1)
	stop, spinning := spinEverywhere()
	defer func() { close(stop); spinning.wait.Wait() }()
	half := time.Duration(seconds) * time.Second / 2
	interrupts, err := interruptPart(spinning, half)
	if err != nil {
		return err
	}
	cost, err := ownPart(half)
	if err != nil {
		return err
	}
	cost.InterruptPct = interrupts
	return json.NewEncoder(os.Stdout).Encode(cost)
}

// spinners do work on every CPU: how much, and in how much CPU time.
type spinners struct {
	wait       sync.WaitGroup
	work, cpuN atomic.Int64
}

func spinEverywhere() (chan struct{}, *spinners) {
	stop, s := make(chan struct{}), &spinners{}
	for range runtime.NumCPU() {
		s.wait.Go(func() {
			runtime.LockOSThread()
			for before := threadNs(); ; {
				select {
				case <-stop:
					return
				default:
				}
				s.work.Add(int64(deep(20))) // the same for every round
				now := threadNs()
				s.cpuN.Add(now - before)
				before = now
			}
		})
	}
	return stop, s
}

// deep spins under as many callers as a server's handler has.
//
//go:noinline
func deep(callers int) int {
	if callers > 0 {
		return deep(callers-1) + 1
	}
	sum := uint(1)
	for i := range uint(200_000) {
		sum = sum*31 + i
	}
	return int(sum & 1)
}

func threadNs() int64 {
	var now unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &now)
	return now.Nano()
}

// nsOfWork is the CPU time that one round of work took in a slice.
func (s *spinners) nsOfWork(during func() error) (float64, error) {
	rounds, ns := s.work.Load(), s.cpuN.Load()
	err := during()
	rounds, ns = s.work.Load()-rounds, s.cpuN.Load()-ns
	if err == nil && rounds == 0 {
		err = fmt.Errorf("the spinners did nothing")
	}
	return float64(ns) / float64(max(1, rounds)), err
}

// interruptPart is by how much the same work took more CPU time while it was interrupted far too often.
func interruptPart(s *spinners, span time.Duration) (float64, error) {
	var without, with float64
	for end := time.Now().Add(span); time.Now().Before(end); {
		plain, err := s.nsOfWork(func() error { time.Sleep(slice); return nil })
		if err != nil {
			return 0, err
		}
		sampled, err := s.nsOfWork(func() error {
			_, err := perf.Capture(context.Background(), slice, tooOften*perf.Hertz)
			return err
		})
		if err != nil {
			return 0, err
		}
		without, with = without+plain, with+sampled
	}
	return 100 * (1 - without/with) / tooOften, nil
}

// ownPart is the CPU time of whoever reads the samples, and names them at the end.
func ownPart(span time.Duration) (cost perfCost, err error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := threadNs()
	samples, err := perf.Capture(context.Background(), span, perf.Hertz)
	if err != nil {
		return cost, err
	}
	captured := threadNs()
	cost.DrainPct = 100 * float64(captured-before) / float64(span) / float64(runtime.NumCPU())
	if _, err := samples.Profile(); err != nil {
		return cost, err
	}
	cost.NamingMs = float64(threadNs()-captured) / 1e6
	return cost, nil
}
