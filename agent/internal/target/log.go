package target

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"millionrps/agent/internal/process"
)

const (
	lastLines = 3
	lastBytes = 1000
	// logMost bounds what of a log stays on the disk, but for what is printed between two looks; logKept is what is left of its beginning and of
	// its end when it comes to more. Bytes.
	logMost = 64 << 20
	logKept = 1 << 20
	logLook = time.Second
	leftOut = "[the agent left out at least "
)

// log is the file that takes what the target prints. Stderr goes there without us; stdout passes through, for the ready line.
type log struct {
	launcher *process.Launcher
	path     string
	file     *os.File
	followed chan struct{}
	closed   chan struct{}
	watching sync.WaitGroup
	left     int64 // bytes of the target that were left out so far
	note     int   // bytes of the line that says so
}

func openLog(launcher *process.Launcher, path string) (*log, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("opening the target's log: %w", err)
	}
	l := &log{launcher: launcher, path: path, file: file, closed: make(chan struct{})}
	l.watching.Go(l.watch)
	return l, nil
}

// watch keeps a target that prints without end from filling the disk. To look costs nothing that a measurement would see; to pass all of it on
// would.
func (l *log) watch() {
	ticker := time.NewTicker(logLook)
	defer ticker.Stop()
	for {
		select {
		case <-l.closed:
			_ = l.shorten()
			return
		case <-ticker.C:
			// A log that cannot be shortened must not stop the target.
			_ = l.shorten()
		}
	}
}

// shorten leaves out the middle, by whole lines: of a secret that was cut nobody would find the rest. What is printed at that moment is left
// out, too.
func (l *log) shorten() error {
	info, err := l.file.Stat()
	if err != nil || info.Size() <= logMost {
		return err
	}
	file, err := os.Open(l.path)
	if err != nil {
		return err
	}
	defer file.Close()
	first, last := make([]byte, logKept), make([]byte, logKept)
	if _, err = file.ReadAt(first, 0); err == nil {
		_, err = file.ReadAt(last, info.Size()-logKept)
	}
	if err != nil {
		return err
	}
	first = first[:bytes.LastIndexByte(first, '\n')+1]
	first, _, _ = bytes.Cut(first, []byte(leftOut))
	_, last, _ = bytes.Cut(last, []byte("\n"))
	if err := l.file.Truncate(int64(len(first))); err != nil {
		return err
	}
	l.left += info.Size() - int64(len(first)+len(last)+l.note)
	note := fmt.Sprintf(leftOut+"%d bytes here: a log keeps the first and the last MiB once it has more than %d MiB]\n", l.left, logMost>>20)
	l.note = len(note)
	_, err = l.file.WriteString(note + string(last))
	return err
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
	close(l.closed)
	l.watching.Wait()
	l.file.Close()
}

// lastWords says what the log has last, which need not be why the program ended.
func (l *log) lastWords() string {
	text := l.launcher.LastLines(l.path, lastLines, lastBytes)
	if text == "" {
		return " and printed nothing"
	}
	return "; it printed last: " + strings.TrimSuffix(text, ".")
}
