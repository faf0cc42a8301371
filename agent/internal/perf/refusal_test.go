package perf

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel"
)

// hostOf has a process with these capabilities, and a filter of system calls or none; paranoid is "" where the kernel has no perf events.
func hostOf(t *testing.T, paranoid string, capabilities uint64, seccomp int) kernel.FS {
	t.Helper()
	files := map[string]string{"proc/self/status": fmt.Sprintf("CapEff:\t%016x\nSeccomp:\t%d\n", capabilities, seccomp)}
	if paranoid != "" {
		files["proc/sys/kernel/perf_event_paranoid"] = paranoid + "\n"
	}
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, path, text)
	}
	return kernel.At(root)
}

// A line that cannot help costs whoever follows it an hour.
func TestARefusalNamesWhatStandsInTheWay(t *testing.T) {
	const perfmon, sysAdmin, netAdmin = 1 << 38, 1 << 21, 1 << 12
	const filter, right, paranoid = "system call filter of the agent's service or container refuses", "give the agent CAP_PERFMON", "kernel.perf_event_paranoid"
	for _, c := range []struct {
		name          string
		fs            kernel.FS
		err           error
		want, lacks   []string
		filter, right bool
	}{
		{"a service with the right", hostOf(t, "2", perfmon, 2), unix.EPERM, []string{filter, "SystemCallFilter=perf_event_open"}, []string{right, paranoid}, true, false},
		{"root in a container", hostOf(t, "3", sysAdmin, 2), unix.EPERM, []string{filter}, []string{right, paranoid}, true, false},
		{"a container's filter that knows no such call", hostOf(t, "2", perfmon, 2), unix.ENOSYS, []string{filter}, []string{"CONFIG_PERF_EVENTS"}, true, false},
		{"a service without the right", hostOf(t, "2", netAdmin, 2), unix.EPERM, []string{filter, right, paranoid}, nil, true, true},
		{"a service where everybody may", hostOf(t, "0", 0, 2), unix.EPERM, []string{filter}, []string{right, paranoid}, true, false},
		{"a filter that passes it", hostOf(t, "2", netAdmin, 2), unix.EACCES, []string{right, paranoid + " is 2"}, []string{"filter"}, false, true},
		{"an ordinary user", hostOf(t, "2", 0, 0), unix.EACCES, []string{right, "set " + paranoid + " to 0"}, []string{"filter"}, false, true},
		{"root of a user namespace", hostOf(t, "2", perfmon, 0), unix.EACCES, []string{"user namespace"}, []string{right, "filter"}, false, false},
		{"a kernel without perf events", hostOf(t, "", 0, 0), unix.ENOSYS, []string{"CONFIG_PERF_EVENTS"}, nil, false, false},
		{"a kernel of which nothing is known", hostOf(t, "", 0, 2), unix.EPERM, []string{"has no perf events"}, nil, false, false},
		{"many CPUs", hostOf(t, "2", 0, 0), unix.EMFILE, []string{"limit of open files"}, nil, false, false},
	} {
		err := refusal(c.fs, c.err)
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %q lacks %q", c.name, err, want)
			}
		}
		for _, other := range c.lacks {
			if strings.Contains(err.Error(), other) {
				t.Errorf("%s: %q names %q", c.name, err, other)
			}
		}
		var r Refusal
		if errors.As(err, &r); r.Filter != c.filter || r.Right != c.right {
			t.Errorf("%s: filter %v, right %v", c.name, r.Filter, r.Right)
		}
	}
}
