package facts

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"slices"

	"golang.org/x/sys/unix"
)

// softirqAccountedApart says whether the kernel measures interrupt and softirq time by the clock
// (CONFIG_IRQ_TIME_ACCOUNTING). Otherwise it guesses from what each timer tick interrupted, which hides much of it.
// tsc=noirqtime switches the measuring off.
func (h *host) softirqAccountedApart(release string) Answer {
	if slices.Contains(h.CommandLine(), "tsc=noirqtime") {
		return No
	}
	config, err := readGzip(h.Path("/proc/config.gz"))
	if err != nil {
		config, err = os.ReadFile(h.Path("/boot/config-" + release))
	}
	if err != nil {
		h.lacks("whether softirq time is accounted apart: neither /proc/config.gz nor /boot/config-%s can be read", release)
		return Unknown
	}
	if bytes.Contains(config, []byte("\nCONFIG_IRQ_TIME_ACCOUNTING=y")) || bytes.HasPrefix(config, []byte("CONFIG_IRQ_TIME_ACCOUNTING=y")) {
		return Yes
	}
	return No
}

func readGzip(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	reader, err := gzip.NewReader(file)
	if err != nil {
		return nil, err
	}
	const most = 16 << 20
	return io.ReadAll(io.LimitReader(reader, most))
}

func ownArchitecture() string {
	var name unix.Utsname
	if err := unix.Uname(&name); err != nil {
		return ""
	}
	return unix.ByteSliceToString(name.Machine[:])
}
