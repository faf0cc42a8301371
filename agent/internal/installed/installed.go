// Package installed finds the programs that tests need of this machine.
package installed

import (
	"os"
	"os/exec"
	"testing"
)

// noSkip is set by `npm test`, which installs what is missing: there a test that cannot run is a failure.
const noSkip = "MILLIONRPS_TEST_NO_SKIP"

// Program is the absolute path of a program on the PATH. Without it the test is skipped, or fails where none may be skipped.
func Program(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	switch {
	case err == nil:
		return path
	case os.Getenv(noSkip) != "":
		t.Fatalf("%s is not installed, and %s forbids to skip this test", name, noSkip)
	default:
		t.Skipf("%s is not installed; npm test -- agent installs it", name)
	}
	return ""
}

// IfThere is the absolute path of a program on the PATH, or empty: for those that npm test does not install.
func IfThere(name string) string {
	path, err := exec.LookPath(name)
	if err != nil {
		return ""
	}
	return path
}
