// Package prefork runs a master and its workers: processes of the same binary that share a port.
package prefork

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// hello is the one message of a worker to its master: it listens, or why it cannot.
type hello struct {
	GoMaxProcs int    `json:"goMaxProcs,omitempty"`
	Error      string `json:"error,omitempty"`
}

func sendHello(to io.Writer, h hello) error {
	if err := json.NewEncoder(to).Encode(h); err != nil {
		return fmt.Errorf("telling the master that this worker is ready: %w", err)
	}
	return nil
}

func receiveHello(from *os.File) (hello, error) {
	defer from.Close()
	var h hello
	err := json.NewDecoder(from).Decode(&h)
	switch {
	case errors.Is(err, io.EOF):
		return h, errors.New("it ended before it listened")
	case err != nil:
		return h, fmt.Errorf("reading its first message: %w", err)
	case h.Error != "":
		return h, errors.New(h.Error)
	}
	return h, nil
}
