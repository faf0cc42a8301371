package runner

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"millionrps/agent/internal/requests"
)

// bodiesMost bounds the bodies that are kept for later loads, in bytes. Those that were used longest ago go first.
const bodiesMost = 256 << 20

// bodyPrefix begins the names of bodies in the folder of the tools' files; the SHA-256 follows.
const bodyPrefix = "body-"

// placeBodies fetches the files that requests have as bodies, unless they are there, and says where they lie.
func (r *Runner) placeBodies(ctx context.Context, asked []requests.Request) ([]requests.Request, error) {
	placed := slices.Clone(asked)
	for i, request := range placed {
		if request.Body == nil || request.Body.Kind != requests.Stored {
			continue
		}
		body := *request.Body
		body.Path = filepath.Join(r.ToolFolder, bodyPrefix+body.SHA256)
		if err := r.placeBody(ctx, &body); err != nil {
			return nil, err
		}
		placed[i].Body = &body
	}
	return placed, nil
}

func (r *Runner) placeBody(ctx context.Context, body *requests.Body) error {
	now := time.Now()
	if _, err := body.Bytes(); err == nil {
		_ = os.Chtimes(body.Path, now, now)
		return nil
	}
	if err := os.MkdirAll(r.ToolFolder, 0o700); err != nil {
		return fmt.Errorf("making the folder of the tools' files: %w", err)
	}
	r.sweepBodies(body.SizeBytes)
	err := r.FetchBody(ctx, body.SHA256, body.Path)
	if err == nil {
		_, err = body.Bytes()
	}
	if err != nil {
		os.Remove(body.Path)
		return &Failure{"body-missing", fmt.Sprintf("The body %.100s of the requests could not be brought to %s: %s", body.FileName, r.HostName, asEnd(err))}
	}
	return nil
}

// sweepBodies makes room for another one.
func (r *Runner) sweepBodies(room int64) {
	type kept struct {
		name string
		size int64
		used time.Time
	}
	entries, err := os.ReadDir(r.ToolFolder)
	if err != nil {
		return
	}
	var bodies []kept
	sum := room
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || !strings.HasPrefix(entry.Name(), bodyPrefix) {
			continue
		}
		bodies = append(bodies, kept{entry.Name(), info.Size(), info.ModTime()})
		sum += info.Size()
	}
	slices.SortFunc(bodies, func(a, b kept) int { return a.used.Compare(b.used) })
	for _, body := range bodies {
		if sum <= bodiesMost {
			return
		}
		if err := os.Remove(filepath.Join(r.ToolFolder, body.name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			r.Log.Warn("a body of requests was not removed", "name", body.name, "error", err)
		}
		sum -= body.size
	}
}
