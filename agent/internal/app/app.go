// Package app is what the commands of the agent do: it opens what is on the disk, reads the host, and wires the parts.
package app

import (
	"encoding/json"
	"io"
	"log/slog"
	"os"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/masking"
)

// UsageError is a mistake in the command line or in a file that it names.
type UsageError struct{ Err error }

func (e UsageError) Error() string { return e.Err.Error() }

// newLog writes JSON unless a person watches, and no secret that the masker knows.
func newLog(masker *masking.Masker) *slog.Logger {
	to := masker.Writer(os.Stderr)
	if _, err := unix.IoctlGetTermios(int(os.Stderr.Fd()), unix.TCGETS); err == nil {
		return slog.New(slog.NewTextHandler(to, nil))
	}
	return slog.New(slog.NewJSONHandler(to, nil))
}

func writeJSON(to io.Writer, value any) error {
	encoder := json.NewEncoder(to)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}
