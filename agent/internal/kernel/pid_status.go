package kernel

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"strconv"

	"millionrps/agent/internal/kernel/cpulist"
)

// PIDStatus is what we need of /proc/PID/status (proc_pid_status, fs/proc/array.c). What the file does not have is left as it is.
type PIDStatus struct {
	// User and Group are the numbers of the effective ones.
	User, Group string
	// Effective and Ambient are capabilities, a bit for each of include/uapi/linux/capability.h.
	Effective, Ambient uint64
	AllowedCPUs        cpulist.List
	// Descriptors is one more than the highest open file can be now.
	Descriptors int
	// Namespaces is in how many process namespaces it has a number: more than one when it is in a container.
	Namespaces int
	// Filtered says that a filter of system calls holds for it: of its service, or of its container.
	Filtered bool
}

// PIDStatus reads that of a process, by its number or as self.
func (f FS) PIDStatus(pid string) (status PIDStatus, err error) {
	name := "/proc/" + pid + "/status"
	text, err := os.ReadFile(f.Path(name))
	if err != nil {
		return status, err
	}
	if status, err = ParsePIDStatus(text); err != nil {
		return status, fmt.Errorf("reading %s: %w", name, err)
	}
	return status, nil
}

// ParsePIDStatus reads its lines, each a name, a colon and values.
func ParsePIDStatus(text []byte) (status PIDStatus, err error) {
	for number := 1; len(text) > 0; number++ {
		var line []byte
		line, text = cutLine(text)
		key, values, _ := bytes.Cut(line, []byte(":"))
		if err := status.take(string(key), values); err != nil {
			return PIDStatus{}, malformed("status", number, "%v", err)
		}
	}
	return status, nil
}

func (s *PIDStatus) take(key string, values []byte) (err error) {
	switch key {
	case "Uid":
		s.User, err = effectiveOf(key, values)
	case "Gid":
		s.Group, err = effectiveOf(key, values)
	case "CapEff":
		s.Effective, err = capabilitiesOf(key, values)
	case "CapAmb":
		s.Ambient, err = capabilitiesOf(key, values)
	case "Cpus_allowed_list": // cpuset_task_status_allowed, kernel/cgroup/cpuset.c
		s.AllowedCPUs, err = cpulist.Parse(string(values))
	case "FDSize":
		size, _, ok := cutDecimal(values)
		if !ok || size > math.MaxInt32 {
			return fmt.Errorf("FDSize is not a number")
		}
		s.Descriptors = int(size)
	case "NSpid":
		s.Namespaces = len(bytes.Fields(values))
	case "Seccomp": // 2 is SECCOMP_MODE_FILTER, include/uapi/linux/seccomp.h
		s.Filtered = string(bytes.TrimSpace(values)) == "2"
	}
	return err
}

// effectiveOf takes the second of the real, effective, saved and file system one.
func effectiveOf(key string, values []byte) (string, error) {
	fields := bytes.Fields(values)
	if len(fields) != 4 {
		return "", fmt.Errorf("%s has not four numbers", key)
	}
	return string(fields[1]), nil
}

func capabilitiesOf(key string, values []byte) (uint64, error) {
	bits, err := strconv.ParseUint(string(bytes.TrimSpace(values)), 16, 64)
	if err != nil {
		return 0, fmt.Errorf("%s is not a hexadecimal number", key)
	}
	return bits, nil
}
