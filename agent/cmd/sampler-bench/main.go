// Sampler-bench does nothing but sample, at a fixed rate, until its standard input ends: what npm run bench:sampler watches from outside.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"millionrps/agent/internal/alarm"
	"millionrps/agent/internal/facts"
	"millionrps/agent/internal/fakeroot"
	"millionrps/agent/internal/sampler"
)

func main() {
	hertz := flag.Int("hertz", 1, "samples a second")
	fake := flag.String("fake-128-cpus", "", "a folder to make up a host of 128 CPUs in, which is sampled in the place of this one")
	perfSeconds := flag.Int("perf-seconds", 0, "instead, keep every CPU busy for so long and print what sampling them by perf events costs")
	flag.Parse()
	if *perfSeconds > 0 {
		if err := measurePerf(*perfSeconds); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	runtime.GOMAXPROCS(1) // as the agent does
	if err := run(*hertz, *fake); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(hertz int, fake string) error {
	if hertz < 1 || hertz > 1000 {
		return fmt.Errorf("--hertz is between 1 and 1000, not %d", hertz)
	}
	root := "/"
	if fake != "" {
		root = fake
		if err := fakeroot.WriteENA128(fake); err != nil {
			return err
		}
	}
	s, err := open(root)
	if err != nil {
		return err
	}
	frame, err := s.Sample()
	if err != nil {
		return err
	}
	fmt.Printf("ready with %d columns\n", len(frame.Values))
	return sampleUntilEnd(s, time.Second/time.Duration(hertz))
}

// open samples the interfaces that the agent would.
func open(root string) (*sampler.Sampler, error) {
	host, err := facts.Read(root, nil)
	if err != nil {
		return nil, err
	}
	config := sampler.Config{Root: root}
	for _, nic := range host.NICs {
		config.NICs = append(config.NICs, nic.Name)
	}
	return sampler.Open(config)
}

func sampleUntilEnd(s *sampler.Sampler, period time.Duration) error {
	next, err := alarm.New()
	if err != nil {
		return err
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		_ = next.Close()
	}()
	for {
		now := time.Now()
		if err := next.Wait(now.Truncate(period).Add(period).Sub(now)); err != nil {
			return s.Close()
		}
		if _, err := s.Sample(); err != nil {
			return err
		}
	}
}
