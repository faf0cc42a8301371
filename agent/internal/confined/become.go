package confined

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// exitNotStarted is what shells answer for a program that cannot be started.
const exitNotStarted = 127

// othersOfUser is room for what else the user runs: RLIMIT_NPROC counts all of its processes and threads on the host.
const othersOfUser = 1000

// become is in the process that the program gets, as its user. It returns only when the program could not be started.
func become(limits string, argv []string) (exitStatus int) {
	fmt.Fprintf(os.Stderr, "%s cannot be started: %v\n", argv[0], becomeLimited(limits, argv))
	return exitNotStarted
}

func becomeLimited(text string, argv []string) error {
	var limits Limits
	if err := json.Unmarshal([]byte(text), &limits); err != nil {
		return err
	}
	// What was open before by mistake is none of the program's; kernels before 5.11 do not know this.
	_ = unix.CloseRange(3, math.MaxInt32, unix.CLOSE_RANGE_CLOEXEC)
	runtime.LockOSThread() // the next wish is one of a thread, and the program has that of this one
	// sudo, and whatever else has a set-user-ID bit, gives it nothing.
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	syscall.Umask(0o022)
	// The last one is for data: from then on this process can hardly allocate.
	for _, one := range []struct {
		resource int
		most     uint64
	}{
		{unix.RLIMIT_CORE, 0}, {unix.RLIMIT_FSIZE, uint64(limits.FolderBytes)}, {unix.RLIMIT_NPROC, uint64(4*limits.Processes + othersOfUser)},
		{unix.RLIMIT_DATA, uint64(limits.MemoryBytes)},
	} {
		var before unix.Rlimit
		if err := unix.Getrlimit(one.resource, &before); err != nil {
			return err
		}
		most := min(one.most, before.Max)
		if err := unix.Setrlimit(one.resource, &unix.Rlimit{Cur: most, Max: most}); err != nil {
			return err
		}
	}
	return syscall.Exec(argv[0], argv, os.Environ())
}
