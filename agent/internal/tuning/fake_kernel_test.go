package tuning

import (
	"os"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel/cpulist"
)

// fakeKernel stands behind the files of a made-up root: it rounds, refuses and drops as the real one was seen to do.
type fakeKernel struct {
	rootFiles
	cpus    cpuSet
	managed map[string]bool  // by the folder in /proc/irq
	fails   map[string]error // writes, by file
	fixed   map[string]error // mayWrite, by file
	writes  []string         // name=value, in order
	before  func(name string)
}

var (
	affinityFile = regexp.MustCompile(`^/proc/irq/(\d+)/smp_affinity_list$`)
	maskFile     = regexp.MustCompile(`/(rps_cpus|xps_cpus)$`)
	roundedFile  = regexp.MustCompile(`/(rps_flow_cnt|rps_sock_flow_entries)$`)
)

func (f *fakeKernel) mayWrite(name string) error {
	if err, ok := f.fixed[name]; ok {
		return err
	}
	return f.rootFiles.mayWrite(name)
}

func (f *fakeKernel) write(name, value string) error {
	if f.before != nil {
		f.before(name)
	}
	if err := f.fails[name]; err != nil {
		return err
	}
	if _, err := os.Stat(f.Path(name)); err != nil {
		return err
	}
	f.writes = append(f.writes, name+"="+value)
	if match := affinityFile.FindStringSubmatch(name); match != nil {
		return f.writeAffinity(match[1], value)
	}
	switch {
	case maskFile.MatchString(name):
		return f.writeMask(name, value)
	case roundedFile.MatchString(name):
		entries, err := strconv.Atoi(value)
		if err != nil {
			return unix.EINVAL
		}
		rounded := 1
		for rounded < entries {
			rounded *= 2
		}
		return f.rootFiles.write(name, strconv.Itoa(min(entries, 1)*rounded))
	case strings.HasSuffix(name, "transparent_hugepage/enabled"):
		text := "always madvise never"
		if !strings.Contains(text, value) {
			return unix.EINVAL
		}
		return f.rootFiles.write(name, strings.Replace(text, value, "["+value+"]", 1))
	case strings.HasPrefix(name, "/proc/sys/"):
		return f.rootFiles.write(name, strings.Join(strings.Fields(value), "\t"))
	}
	return f.rootFiles.write(name, value)
}

func (f *fakeKernel) writeAffinity(irq, value string) error {
	list, err := cpulist.Parse(value)
	if err != nil || len(intersect(list, f.cpus.online)) == 0 {
		return unix.EINVAL
	}
	if f.managed[irq] {
		return &os.PathError{Op: "write", Path: irq, Err: unix.EIO}
	}
	mask, err := list.Mask(f.cpus.width())
	if err != nil {
		return unix.EOVERFLOW
	}
	if err := f.rootFiles.write("/proc/irq/"+irq+"/smp_affinity", mask); err != nil {
		return err
	}
	return f.rootFiles.write("/proc/irq/"+irq+"/smp_affinity_list", list.String())
}

func (f *fakeKernel) writeMask(name, value string) error {
	list, err := cpulist.ParseMask(value)
	if err != nil {
		return unix.EINVAL
	}
	mask, err := intersect(list, f.cpus.online).Mask(f.cpus.width())
	if err != nil {
		return unix.EOVERFLOW
	}
	return f.rootFiles.write(name, mask)
}
