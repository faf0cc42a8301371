package identity

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"millionrps/agent/internal/process"
)

const (
	versionWithin    = 5 * time.Second
	versionGrace     = 200 * time.Millisecond
	versionLines     = 3
	versionBytesMost = 300
)

// readVersion runs the declared command and keeps the first lines of what it prints.
func (r Reader) readVersion(l *look) {
	user, err := l.RunAs()
	if err != nil {
		l.unread("versionCommand", err.Error())
		return
	}
	read, write, err := os.Pipe()
	if err != nil {
		l.unread("versionCommand", err.Error())
		return
	}
	defer read.Close()
	child, err := r.Launcher.Start(process.Spec{Argv: l.VersionCommand, Identity: user, Stdout: write, Stderr: write})
	write.Close()
	if err != nil {
		l.unread("versionCommand", err.Error())
		return
	}
	said := make(chan string, 1)
	go func() {
		head, _ := io.ReadAll(io.LimitReader(read, versionBytesMost))
		_, _ = io.Copy(io.Discard, read)
		said <- firstLines(string(head))
	}()
	late := time.NewTimer(versionWithin)
	defer late.Stop()
	inTime := true
	select {
	case <-child.Exited():
	case <-late.C:
		inTime = false
	case <-l.ctx.Done():
		inTime = false
	}
	child.Kill()
	exit := child.Wait()
	var version string
	select {
	case version = <-said:
	case <-time.After(versionGrace):
		// What left the group still holds the pipe.
		read.Close()
		version = <-said
	}
	switch {
	case !inTime:
		l.unread("versionCommand", fmt.Sprintf("did not end within %s", versionWithin))
	case !exit.Clean():
		l.unread("versionCommand", fmt.Sprintf("ended with %s", exit))
	case version == "":
		l.unread("versionCommand", "printed nothing")
	default:
		l.found.Version = version
	}
}

func firstLines(text string) string {
	lines := strings.Split(strings.TrimSpace(clean(text)), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	return strings.Join(lines[:min(len(lines), versionLines)], " / ")
}
