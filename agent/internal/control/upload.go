package control

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/spool"
)

// uploadAll leaves out of the entries those artifacts that the API refuses: their outcome matters more than they do.
func (a *Agent) uploadAll(ctx context.Context, batch []spool.Entry) error {
	for i := range batch {
		for _, sha256 := range batch[i].Blobs {
			err := a.persist(ctx, "blobs", func(ctx context.Context) error { return a.upload(ctx, sha256) })
			r := refusalOf(err)
			if r == nil && err != nil {
				return err
			}
			if r == nil {
				continue
			}
			a.Log.Error("the API refuses an artifact; its report goes without it", "sha256", sha256, "error", r)
			stripped, err := withoutArtifact(batch[i].Body, sha256)
			if err != nil {
				return err
			}
			batch[i].Body = stripped
		}
	}
	return nil
}

func (a *Agent) upload(ctx context.Context, sha256 string) error {
	file, err := a.Blobs.Open(sha256)
	if errors.Is(err, os.ErrNotExist) {
		// It was uploaded with an earlier report: only then is a blob removed.
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if err := a.client.put(ctx, "blobs/"+sha256, file, info.Size()); err != nil {
		return err
	}
	a.Blobs.Remove(sha256)
	return nil
}

// withoutArtifact takes an artifact out of an outcome or of the report of a target's end.
func withoutArtifact(body json.RawMessage, sha256 string) (json.RawMessage, error) {
	var entry contract.ReportEntry
	if err := entry.UnmarshalJSON(body); err != nil {
		return nil, err
	}
	value, err := entry.ValueByDiscriminator()
	if err != nil {
		return nil, err
	}
	switch e := value.(type) {
	case contract.OutcomeEntry:
		e.Outcome.Artifacts = removeArtifact(e.Outcome.Artifacts, sha256)
		return json.Marshal(e)
	case contract.TargetExitedEntry:
		e.Artifacts = removeArtifact(e.Artifacts, sha256)
		return json.Marshal(e)
	}
	return body, nil
}

func removeArtifact(artifacts []contract.ArtifactRef, sha256 string) []contract.ArtifactRef {
	return slices.DeleteFunc(artifacts, func(artifact contract.ArtifactRef) bool { return artifact.Sha256 == sha256 })
}
