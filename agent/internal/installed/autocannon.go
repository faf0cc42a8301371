package installed

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// Autocannon is the command of the one among the project's packages, which npm ci installs.
func Autocannon(t testing.TB) (command []string) {
	t.Helper()
	_, here, _, _ := runtime.Caller(0)
	script := filepath.Join(filepath.Dir(here), "../../../node_modules/autocannon/autocannon.js")
	if _, err := os.Stat(script); err != nil {
		if os.Getenv(noSkip) != "" {
			t.Fatalf("%s is not there, and %s forbids to skip this test", script, noSkip)
		}
		t.Skipf("%s is not there; npm ci installs it", script)
	}
	return []string{Program(t, "node"), script}
}
