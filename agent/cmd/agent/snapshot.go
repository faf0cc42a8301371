package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
)

func snapshotCommand(arguments []string) error {
	var asJSON bool
	flags := newFlags("snapshot")
	flags.BoolVar(&asJSON, "json", false, "print it as JSON")
	if err := parse(flags, arguments); err != nil {
		return err
	}
	tuner, err := lookingTuner()
	if err != nil {
		return err
	}
	snapshot := tuner.Snapshot()
	if asJSON {
		return writeJSON(os.Stdout, struct {
			TakenAtUs int64             `json:"takenAtUs"`
			Values    map[string]string `json:"values"`
		}{snapshot.TakenAtUs, snapshot.Values})
	}
	for _, key := range slices.Sorted(maps.Keys(snapshot.Values)) {
		if _, err := fmt.Printf("%s = %s\n", key, snapshot.Values[key]); err != nil {
			return err
		}
	}
	return nil
}
