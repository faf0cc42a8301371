package sampler

import (
	"cmp"
	"fmt"
	"net"
	"testing"
)

func openReal(tb testing.TB) *Sampler {
	tb.Helper()
	interfaces, err := net.Interfaces()
	if err != nil {
		tb.Fatal(err)
	}
	config := Config{Root: "/"}
	for _, nic := range interfaces {
		config.NICs = append(config.NICs, nic.Name)
	}
	s, err := Open(config)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = s.Close() })
	return s
}

// BenchmarkSample gives the CPU time of one sample, kernel included, averaged over fast and slow ones. The fake roots lie on disk, without
// the kernel's own printing of /proc: what is measured is ours. files is the row without processes. processes adds 10 kernel threads a CPU
// and 100 daemons, read the slow way, as a fake /proc has no CPU clocks.
func BenchmarkSample(b *testing.B) {
	b.Run("real", func(b *testing.B) { benchmarkSample(b, openReal(b)) })
	for _, cpus := range []int{32, 64, 128} {
		for name, host := range map[string]fakeHost{
			"files":            {onlyInit: true},
			"files-interrupts": {onlyInit: true, noPerCPU: true},
			"files-8-queues":   {onlyInit: true, queues: 8},
			"files-16-queues":  {onlyInit: true, queues: 16},
			"with-processes":   {processes: 100},
		} {
			b.Run(fmt.Sprintf("fake/%s/%dcpu", name, cpus), func(b *testing.B) {
				root := b.TempDir()
				host.cpus, host.otherIRQs, host.queues = cpus, 100, cmp.Or(host.queues, 32)
				host.write(b, root)
				benchmarkSample(b, openFake(b, root))
			})
		}
	}
}

func benchmarkSample(b *testing.B, s *Sampler) {
	b.ReportAllocs()
	began := processCPUUs(b)
	samples := 0
	for b.Loop() {
		if _, err := s.Sample(); err != nil {
			b.Fatal(err)
		}
		samples++
	}
	b.ReportMetric(float64(processCPUUs(b)-began)/float64(samples), "cpu-µs/sample")
}

func processCPUUs(tb testing.TB) int64 {
	tb.Helper()
	us, err := ownCPUUs()
	if err != nil {
		tb.Fatal(err)
	}
	return us
}
