package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"millionrps/server/backends"
)

// prepared says what was made.
type prepared struct {
	Event string `json:"event"`
	Rows  int64  `json:"rows"`
}

var errStopped = errors.New("stopped before everything was prepared: what was begun is not whole")

// prepare fills the backends, until a signal stops it.
func prepare(o options, stop <-chan os.Signal) error {
	ctx, cancel := context.WithCancelCause(context.Background())
	go func() {
		<-stop
		cancel(errStopped)
	}()
	if err := backends.Prepare(ctx, o.backends, o.rows); err != nil {
		if context.Cause(ctx) != nil {
			return errStopped
		}
		return err
	}
	if err := json.NewEncoder(os.Stdout).Encode(prepared{"prepared", o.rows}); err != nil {
		return fmt.Errorf("writing what was prepared: %w", err)
	}
	return nil
}
