package apitest

import (
	"encoding/json"
	"net/http"

	"millionrps/agent/internal/contract"
)

func (a *API) reports(w http.ResponseWriter, r *http.Request) {
	var request contract.ReportRequest
	if !a.read(w, r, &request) {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	stream := a.streams[request.IncarnationId]
	if stream == nil {
		problem(w, http.StatusGone, "unknown-incarnation", "This life of the agent never said hello here.")
		return
	}
	if len(request.Entries) == 0 || len(request.Entries) > 1000 {
		a.t.Errorf("a batch of %d entries", len(request.Entries))
	}
	for _, entry := range request.Entries {
		if a.refuse != nil && a.refuse(generic(entry)) {
			problem(w, http.StatusUnprocessableEntity, "invalid-input", "An entry is refused.")
			return
		}
	}
	before := int64(0)
	for _, entry := range request.Entries {
		sequence := int64(generic(entry)["sequence"].(float64))
		if sequence <= before {
			a.t.Errorf("sequence %d after %d in a batch", sequence, before)
		}
		before = sequence
		if sequence > stream.Acknowledged {
			stream.Acknowledged = sequence
			a.keep(stream, entry)
		}
	}
	a.note()
	if a.loseReply {
		a.loseReply = false
		panic(http.ErrAbortHandler)
	}
	reply(w, contract.ReportReply{AcknowledgedSequence: stream.Acknowledged})
}

func generic(entry contract.ReportEntry) map[string]any {
	encoded, _ := entry.MarshalJSON()
	var fields map[string]any
	_ = json.Unmarshal(encoded, &fields)
	return fields
}

func (a *API) keep(s *Stream, entry contract.ReportEntry) {
	s.Entries = append(s.Entries, generic(entry))
	value, err := entry.ValueByDiscriminator()
	if err != nil {
		a.t.Errorf("an entry: %v", err)
	}
	switch e := value.(type) {
	case contract.LayoutEntry:
		s.Layouts[e.Layout.LayoutId] = e.Layout.Columns
	case contract.FrameEntry:
		if columns, known := s.Layouts[e.Frame.LayoutId]; !known || len(columns) != len(e.Frame.Values) {
			a.t.Errorf("frame %d has %d values for a layout of %d columns", e.Sequence, len(e.Frame.Values), len(columns))
		}
		s.Frames = append(s.Frames, e)
	case contract.OutcomeEntry:
		a.mustHaveBlobs(e.Outcome.Artifacts)
		a.answered[e.Outcome.CommandId] = true
		s.Outcomes = append(s.Outcomes, e.Outcome)
	case contract.SnapshotEntry:
		s.Snapshots = append(s.Snapshots, e)
	case contract.RestoredEntry:
		s.Restores = append(s.Restores, e)
	case contract.TargetExitedEntry:
		a.mustHaveBlobs(e.Artifacts)
		s.Exits = append(s.Exits, e)
	}
}

func (a *API) mustHaveBlobs(artifacts []contract.ArtifactRef) {
	for _, artifact := range artifacts {
		if content, ok := a.blobs[artifact.Sha256]; !ok || int64(len(content)) != artifact.SizeBytes {
			a.t.Errorf("%s was reported before it was uploaded", artifact.Name)
		}
	}
}
