package systemd

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestUnits(t *testing.T) {
	for text, want := range map[string]map[string]Unit{
		"":     {},
		"\n\n": {},
		"Id=a.service\nLoadState=loaded\nActiveState=active\n\nId=b.service\nLoadState=not-found\nActiveState=inactive\n": {"a": {Loaded: true, Active: true}, "b": {}},
		"Id=a.service\nLoadState=masked\nActiveState=inactive\n":                                                          {"a": {}},
		"Id=a.service\nLoadState=loaded\nActiveState=deactivating":                                                        {"a": {Loaded: true}},
		"Id=a.socket\nLoadState=loaded\n":                                                                                 {},
		"nonsense":                                                                                                        {},
	} {
		if diff := cmp.Diff(want, Units(text)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestSystemctlDoesNotHoldUpTheRestore(t *testing.T) {
	program := filepath.Join(t.TempDir(), "systemctl")
	for script, want := range map[string]string{
		"exec sleep 20":                 "systemctl show did not end within 1s",
		"sleep 20 & sleep 20":           "systemctl show did not end within 1s", // what it leaves behind holds its output
		"sleep 5 & echo Id=a.service":   "",
		"echo Access denied >&2; false": "Access denied: operation not permitted",
	} {
		if err := os.WriteFile(program, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		text, err := run(program, time.Second, []string{"show"})
		if took := time.Since(began); took > 4*time.Second {
			t.Errorf("%s took %s", script, took)
		}
		if got := fmt.Sprint(err); err == nil && (want != "" || text != "Id=a.service\n") || err != nil && got != want {
			t.Errorf("%s: %q, %v", script, text, err)
		}
	}
}
