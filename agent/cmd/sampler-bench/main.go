// Sampler-bench does nothing but sample, at a fixed rate, until its standard input ends: what npm run bench:sampler watches from outside.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"millionrps/agent/internal/fakeroot"
	"millionrps/agent/internal/sampler"
)

func main() {
	hertz := flag.Int("hertz", 1, "samples a second")
	nics := flag.String("nics", "lo", "interfaces, separated by commas")
	fake := flag.String("fake-128-cpus", "", "a folder to make up a host of 128 CPUs in, which is sampled in the place of this one")
	flag.Parse()
	if err := run(*hertz, strings.Split(*nics, ","), *fake); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(hertz int, nics []string, fake string) error {
	if hertz < 1 || hertz > 1000 {
		return fmt.Errorf("--hertz is between 1 and 1000, not %d", hertz)
	}
	config := sampler.Config{Root: "/", NICs: nics}
	if fake != "" {
		config = sampler.Config{Root: fake, NICs: []string{"eth0", "lo"}}
		if err := fakeroot.WriteENA128(fake); err != nil {
			return err
		}
	}
	s, err := sampler.Open(config)
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

func sampleUntilEnd(s *sampler.Sampler, period time.Duration) error {
	ended := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		close(ended)
	}()
	ticks := time.NewTicker(period)
	defer ticks.Stop()
	for {
		select {
		case <-ended:
			return s.Close()
		case <-ticks.C:
			if _, err := s.Sample(); err != nil {
				return err
			}
		}
	}
}
