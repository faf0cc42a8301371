package kernel

import "os"

// hostPIDNamespace is the one that a machine starts with, whose number never changes (PROC_PID_INIT_INO, include/linux/proc_ns.h).
const hostPIDNamespace = "pid:[4026531836]"

// Unseen says why other processes of the host may be missing in /proc, to go on after "cannot be seen"; "" where all are there. A kernel
// that was built without namespaces has no such link.
func (f FS) Unseen() string {
	namespace, err := os.Readlink(f.Path("/proc/self/ns/pid"))
	switch {
	case err == nil && namespace != hostPIDNamespace:
		return "from this container"
	case f.Peek("/proc/1/comm") == "": // mounted with hidepid
		return "because /proc hides other users' processes"
	}
	return ""
}
