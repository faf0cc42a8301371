package runner

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"millionrps/agent/internal/requests"
)

// fetching is a runner whose API has these files, and counts how often one was fetched.
func fetching(t *testing.T, files map[string]string) (r *Runner, fetched *int) {
	t.Helper()
	fetched = new(int)
	r = &Runner{Config: Config{HostName: "host-a", ToolFolder: filepath.Join(t.TempDir(), "tools"), Log: slog.New(slog.DiscardHandler)}}
	r.FetchBody = func(_ context.Context, sum, path string) error {
		*fetched++
		content, ok := files[sum]
		if !ok {
			return errors.New("the API answered 404")
		}
		return os.WriteFile(path, []byte(content), 0o600)
	}
	return r, fetched
}

func stored(content string) requests.Request {
	return requests.Request{Method: "PUT", Path: "/", Weight: 1, Body: &requests.Body{
		Kind: requests.Stored, FileName: "a.bin", SHA256: fmt.Sprintf("%x", sha256.Sum256([]byte(content))), SizeBytes: int64(len(content)),
	}}
}

func TestABodyIsFetchedOnceAndFetchedAgainWhenItIsAnotherOne(t *testing.T) {
	asked := stored("content")
	r, fetched := fetching(t, map[string]string{asked.Body.SHA256: "content"})
	for range 3 {
		placed, err := r.placeBodies(t.Context(), []requests.Request{requests.Get("/", 1), asked})
		if err != nil || asked.Body.Path != "" {
			t.Fatalf("%v; what was asked was changed: %q", err, asked.Body.Path)
		}
		if content, err := placed[1].Body.Bytes(); err != nil || string(content) != "content" {
			t.Errorf("%q, %v", content, err)
		}
	}
	if *fetched != 1 {
		t.Errorf("it was fetched %d times", *fetched)
	}
	if err := os.WriteFile(filepath.Join(r.ToolFolder, bodyPrefix+asked.Body.SHA256), []byte("changed"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := r.placeBodies(t.Context(), []requests.Request{asked}); err != nil || *fetched != 2 {
		t.Errorf("%v, fetched %d times", err, *fetched)
	}
}

func TestABodyThatCannotBeHadIsOneSentence(t *testing.T) {
	absent, wrong := stored("absent"), stored("right")
	r, _ := fetching(t, map[string]string{wrong.Body.SHA256: "wrong"})
	for want, asked := range map[string]requests.Request{"answered 404": absent, "is not what was asked for": wrong} {
		_, err := r.placeBodies(t.Context(), []requests.Request{asked})
		var failure *Failure
		if !errors.As(err, &failure) || failure.Code != "body-missing" || !strings.Contains(failure.Sentence, want) || !strings.Contains(failure.Sentence, "to host-a") {
			t.Errorf("%v, want %s", err, want)
		}
		if _, err := os.Stat(filepath.Join(r.ToolFolder, bodyPrefix+asked.Body.SHA256)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("something was left: %v", err)
		}
	}
}

func TestBodiesThatWereUsedLongestAgoMakeRoom(t *testing.T) {
	asked := stored("new")
	r, _ := fetching(t, map[string]string{asked.Body.SHA256: "new"})
	if err := os.MkdirAll(r.ToolFolder, 0o700); err != nil {
		t.Fatal(err)
	}
	var paths []string
	for i := range 4 { // of 100 MiB each, as far as their size says
		path := filepath.Join(r.ToolFolder, fmt.Sprintf("%s%d", bodyPrefix, i))
		paths = append(paths, path)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, 100<<20); err != nil {
			t.Fatal(err)
		}
		used := time.Now().Add(-time.Duration(10-i) * time.Hour)
		if err := os.Chtimes(path, used, used); err != nil {
			t.Fatal(err)
		}
	}
	script := filepath.Join(r.ToolFolder, "wrk.lua")
	if err := os.WriteFile(script, []byte("--"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := r.placeBodies(t.Context(), []requests.Request{asked}); err != nil {
		t.Fatal(err)
	}
	for i, path := range append(paths, script) {
		_, err := os.Stat(path)
		if there := err == nil; there != (i >= 2) {
			t.Errorf("%s is there: %v", path, there)
		}
	}
}
