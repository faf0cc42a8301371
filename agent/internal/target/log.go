package target

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"millionrps/agent/internal/process"
)

const (
	lastLines = 3
	lastBytes = 1000
)

// log is the file that takes what the target prints. Stderr goes there without us; stdout passes through, for the ready line.
type log struct {
	launcher *process.Launcher
	path     string
	file     *os.File
	followed chan struct{}
}

func openLog(launcher *process.Launcher, path string) (*log, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("opening the target's log: %w", err)
	}
	return &log{launcher: launcher, path: path, file: file}, nil
}

// follow copies stdout into the log until its end and hands out the ready line.
func (l *log) follow(stdout *os.File, take func(ready)) {
	l.followed = make(chan struct{})
	go func() {
		defer close(l.followed)
		defer stdout.Close()
		lines := bufio.NewReader(stdout)
		for {
			line, err := lines.ReadBytes('\n')
			// A log that cannot be written must not stop the target.
			_, _ = l.file.Write(line)
			var r ready
			if json.Unmarshal(line, &r) == nil && r.Event == "ready" {
				take(r)
				break
			}
			if err != nil {
				return
			}
		}
		_, _ = io.Copy(l.file, lines)
	}()
}

// close is for after the process's end. A grandchild that keeps stdout open is not waited for: the kernel kills it with its master.
func (l *log) close() {
	if l.followed != nil {
		<-l.followed
	}
	l.file.Close()
}

// lastWords is empty, or begins with a colon: the last lines of the log.
func (l *log) lastWords() string {
	text := l.launcher.LastLines(l.path, lastLines, lastBytes)
	if text == "" {
		return " and printed nothing"
	}
	return ": " + strings.TrimSuffix(text, ".")
}
