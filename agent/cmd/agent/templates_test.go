package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/control/apitest"
)

// templated is a target that prints the copy of its template, as another user where this one may start it.
func templated(t *testing.T) (port int, source string, target map[string]any) {
	t.Helper()
	folder := openFolder(t)
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(serverBinary)
	source = filepath.Join(folder, "server.conf.in")
	for path, text := range map[string][]byte{filepath.Join(folder, "server"): program, source: []byte("workers = {{workers}} {{{{x}}\n")} {
		if err == nil {
			err = os.WriteFile(path, text, 0o755)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	port = freePort(t)
	print := fmt.Sprintf(`cat "$1"; exec %s/server --port %d`, folder, port)
	target = map[string]any{
		"argv": []string{"/bin/sh", "-c", print, "sh", "{{conf}}"}, "port": port, "healthPath": "/health", "identityFiles": []string{},
		"parameters": map[string]any{"workers": map[string]any{"values": []int{1, 2}}},
		"templates":  map[string]any{"conf": map[string]any{"from": source}},
	}
	if os.Geteuid() == 0 {
		target["user"] = "nobody"
	}
	return port, source, target
}

func mustBeGone(t *testing.T, paths ...string) {
	t.Helper()
	for _, path := range paths {
		if _, err := os.Lstat(path); !os.IsNotExist(err) {
			t.Errorf("%s is left: %v", path, err)
		}
	}
}

func TestATemplateIsFilledForTheTargetAndGoneWithIt(t *testing.T) {
	_, source, target := templated(t)
	api := apitest.New(t)
	data := openFolder(t)
	first := start(t, api, data, fakeTool(t, "exit 0"), config(t, map[string]any{"targets": map[string]any{"shop": target}}))
	api.Hellos(1)
	b := newBench(t, api)
	folders := []string{filepath.Join(data, "templates"), data + ".templates"}
	var paths []string
	for _, workers := range []string{"1", "2"} {
		begun := b.begin(contract.NamedTarget{
			Kind: contract.Named, Name: "shop", Parameters: []contract.TargetParameter{{Name: "workers", Value: workers}},
		})
		copied := begun.Command[len(begun.Command)-1]
		paths = append(paths, copied)
		want := "workers = " + workers + " {{x}}\n"
		if text, err := os.ReadFile(copied); err != nil || string(text) != want || filepath.Base(copied) != "server.conf" {
			t.Errorf("%s holds %q: %v", copied, text, err)
		}
		info, err := os.Stat(copied)
		if err != nil || info.Mode().Perm() != 0o400 {
			t.Errorf("%v, %v", info, err)
		} else if owner := info.Sys().(*syscall.Stat_t).Uid; os.Geteuid() == 0 && owner == 0 {
			t.Error("it belongs to root, not to the target's user")
		}
		files := map[string]contract.IdentifiedFile{}
		for _, file := range begun.Identity.Files {
			files[file.Path] = file
		}
		sum := sha256.Sum256([]byte(want))
		if file := files[copied]; file.Sha256 != hex.EncodeToString(sum[:]) || !file.Declared || said(file.FilledFrom) != source {
			t.Errorf("the copy is known as %+v", file)
		}
		if file := files[source]; file.Sha256 == "" || !file.Declared || file.FilledFrom != nil {
			t.Errorf("its source is known as %+v", file)
		}
		stopped := b.mustSucceed(b.stop())
		if log := api.Blob(stopped.Artifacts[0].Sha256); len(log) < len(want) || log[:len(want)] != want {
			t.Errorf("the target has read %q", log)
		}
		mustBeGone(t, folders...)
	}
	if paths[0] != paths[1] {
		t.Errorf("the path differs from run to run: %q", paths)
	}
	b.begin(contract.NamedTarget{Kind: contract.Named, Name: "shop"})
	first.kill()
	if _, err := os.Stat(paths[0]); err != nil {
		t.Errorf("nothing could be cleaned up: %v", err)
	}
	start(t, api, data, "--join-token", "")
	api.Hellos(2)
	mustBeGone(t, folders...)
}

func TestATemplateThatWasEditedWronglyIsRefusedByName(t *testing.T) {
	_, source, target := templated(t)
	api := apitest.New(t)
	start(t, api, openFolder(t), fakeTool(t, "exit 0"), config(t, map[string]any{"targets": map[string]any{"shop": target}}))
	api.Hellos(1)
	b := newBench(t, api)
	if err := os.WriteFile(source, []byte("workers = {{worker}}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	spec := b.Target(contract.NamedTarget{Kind: contract.Named, Name: "shop"})
	prepared := b.Issue(contract.PrepareCommand{
		RunId: b.runID, Type: contract.PrepareCommandTypePrepare, Lease: b.lease, Tool: b.tool, Listen: &b.listen, SamplesPerSecond: 10,
		Target: spec, Roles: []contract.PrepareCommandRoles{contract.Server},
	})
	failure := api.Outcome(prepared).Failure
	if failure == nil || failure.Code != "template-refused" || !strings.Contains(failure.Sentence, source+" has the place {{worker}} on line 1") {
		t.Errorf("%+v", failure)
	}
}
