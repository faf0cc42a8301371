package app

import (
	"fmt"
	"io"
	"maps"
	"slices"
)

// Snapshot prints the state of everything that can be tuned.
func Snapshot(to io.Writer, asJSON bool) error {
	tuner, err := lookingTuner()
	if err != nil {
		return err
	}
	snapshot := tuner.Snapshot()
	if asJSON {
		return writeJSON(to, struct {
			TakenAtUs int64             `json:"takenAtUs"`
			Values    map[string]string `json:"values"`
		}{snapshot.TakenAtUs, snapshot.Values})
	}
	for _, key := range slices.Sorted(maps.Keys(snapshot.Values)) {
		if _, err := fmt.Fprintf(to, "%s = %s\n", key, snapshot.Values[key]); err != nil {
			return err
		}
	}
	return nil
}
