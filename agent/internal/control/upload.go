package control

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"slices"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/spool"
)

// uploadTries is how often an artifact is offered to an API that cannot store it: some two seconds. Behind it outcomes wait, among them that of
// a restore.
const uploadTries = 5

// uploadAll leaves out of the entries those artifacts that the API refuses or cannot store: their outcome matters more than they do.
func (a *Agent) uploadAll(ctx context.Context, batch []spool.Entry) error {
	for i := range batch {
		for _, sha256 := range batch[i].Blobs {
			err := a.persist(ctx, "blobs", a.uploadFewTimes(sha256))
			switch r := refusalOf(err); {
			case r != nil:
				a.Log.Error("the API refuses an artifact; its report goes without it", "sha256", sha256, "error", r)
				a.leftOut[sha256] = true
			case err != nil:
				return err
			case !a.leftOut[sha256]:
				continue
			}
			stripped, err := withoutArtifact(batch[i].Body, sha256)
			if err != nil {
				return err
			}
			batch[i].Body = stripped
		}
	}
	return nil
}

// uploadFewTimes gives up on an API that answers and cannot store. One that is away is waited for, as it may take everything when it is back.
func (a *Agent) uploadFewTimes(sha256 string) func(context.Context) error {
	tries := 0
	return func(ctx context.Context) error {
		err := a.upload(ctx, sha256)
		if r := refusalOf(err); r != nil && (r.status == http.StatusInternalServerError || r.status == http.StatusInsufficientStorage) {
			tries++
			r.givenUp = tries >= uploadTries
		}
		return err
	}
}

func (a *Agent) upload(ctx context.Context, sha256 string) error {
	file, err := a.Blobs.Open(sha256)
	if errors.Is(err, os.ErrNotExist) {
		// An earlier report has named it: it was uploaded then, or turned down.
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
	delete(a.leftOut, sha256)
	return nil
}

// removeLeftOut is for a batch that the API has taken: until then another life may have to offer its artifacts again.
func (a *Agent) removeLeftOut(batch []spool.Entry) {
	for _, entry := range batch {
		for _, sha256 := range entry.Blobs {
			if a.leftOut[sha256] {
				a.Blobs.Remove(sha256)
			}
		}
	}
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
