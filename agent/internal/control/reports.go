package control

import (
	"encoding/json"
	"errors"
	"log/slog"
	"sync/atomic"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/runner"
	"millionrps/agent/internal/sampler"
	"millionrps/agent/internal/spool"
	"millionrps/agent/internal/tuning"
)

const frameSchemaVersion = 1

// Reports writes what the runner reports into the spool, in the words of the contract. It implements runner.Reporter.
type Reports struct {
	stream  *spool.Stream
	holding *holding
	log     *slog.Logger
	dropped atomic.Int64
}

// newReports reports into the stream of this life.
func newReports(stream *spool.Stream, log *slog.Logger) *Reports {
	return &Reports{stream: stream, log: log, holding: &holding{outcomes: map[string]int64{}}}
}

// Layout implements runner.Reporter.
func (r *Reports) Layout(id string, columns []string) error {
	_, err := r.stream.Append(spool.Report{Patient: true, Encode: func(sequence int64) ([]byte, error) {
		layout := contract.SampleLayout{LayoutId: id, SchemaVersion: frameSchemaVersion, Columns: columns}
		return json.Marshal(contract.LayoutEntry{Sequence: sequence, Type: contract.Layout, Layout: layout})
	}})
	return err
}

// Frame implements runner.Reporter. The frames at the boundaries of a step go with the outcome or frame that follows at once: a post of
// their own would only delay it. A frame that finds the spool full is dropped and counted: there is a gap then, which is better than a full
// disk.
func (r *Reports) Frame(runID, layoutID string, boundary bool, f sampler.Frame) error {
	_, err := r.stream.Append(spool.Report{Droppable: true, Patient: boundary, Encode: func(sequence int64) ([]byte, error) {
		frame := contract.Frame{LayoutId: layoutID, TimeUs: f.TimeUs, MonotonicUs: f.MonotonicUs, Boundary: boundary, Values: f.Values}
		return json.Marshal(contract.FrameEntry{Sequence: sequence, Type: contract.FrameEntryTypeFrame, RunId: runID, Frame: frame})
	}})
	if errors.Is(err, spool.ErrFull) {
		if count := r.dropped.Add(1); count%60 == 1 {
			r.log.Error("the spool or its disk is full: samples are dropped until there is room", "dropped", count)
		}
		return nil
	}
	return err
}

// Outcome implements runner.Reporter.
func (r *Reports) Outcome(o runner.Outcome) error {
	outcome, err := outcomeOf(o)
	if err != nil {
		return err
	}
	sequence, err := r.stream.Append(spool.Report{Blobs: blobsOf(o.Artifacts), Encode: func(sequence int64) ([]byte, error) {
		return json.Marshal(contract.OutcomeEntry{Sequence: sequence, Type: contract.OutcomeEntryTypeOutcome, Outcome: outcome})
	}})
	if err != nil {
		r.holding.forget(o.CommandID)
		return err
	}
	r.holding.answer(o.CommandID, sequence)
	return nil
}

// TargetExited implements runner.Reporter.
func (r *Reports) TargetExited(t runner.TargetExited) error {
	_, err := r.stream.Append(spool.Report{Blobs: blobsOf(t.Artifacts), Encode: func(sequence int64) ([]byte, error) {
		return json.Marshal(contract.TargetExitedEntry{
			Sequence: sequence, Type: contract.TargetExited, RunId: t.RunID, Sentence: bounded(t.Sentence), Artifacts: artifactsOf(t.Artifacts),
		})
	}})
	return err
}

// Snapshot implements runner.Reporter.
func (r *Reports) Snapshot(runID string, moment runner.Moment, s tuning.Snapshot) error {
	_, err := r.stream.Append(spool.Report{Encode: func(sequence int64) ([]byte, error) {
		return json.Marshal(contract.SnapshotEntry{Sequence: sequence, Type: contract.SnapshotEntryTypeSnapshot, RunId: runID, Snapshot: snapshotOf(moment, s)})
	}})
	return err
}

// Restored implements runner.Reporter.
func (r *Reports) Restored(runID string, result tuning.Restored) error {
	_, err := r.stream.Append(spool.Report{Encode: func(sequence int64) ([]byte, error) {
		return json.Marshal(contract.RestoredEntry{Sequence: sequence, Type: contract.RestoredEntryTypeRestored, RunId: runID, Restore: restoreOf(result)})
	}})
	return err
}

func blobsOf(artifacts []runner.Artifact) []string {
	return mapped(artifacts, func(a runner.Artifact) string { return a.SHA256 })
}
