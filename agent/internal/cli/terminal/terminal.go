// Package terminal writes for people: one line that changes while they wait, and plain lines where there is no terminal.
package terminal

import (
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"golang.org/x/term"
)

// Is says whether what is written there is seen on a terminal.
func Is(stream io.Writer) bool {
	file, is := stream.(*os.File)
	return is && term.IsTerminal(int(file.Fd()))
}

// Progress tells how things stand.
type Progress struct {
	stream io.Writer
	// live: one line that is written over.
	live, quiet bool
	begun       time.Time
	state       string
	shown       bool
}

// NewProgress writes to stderr; quiet writes nothing.
func NewProgress(stream io.Writer, quiet bool) *Progress {
	return &Progress{stream: stream, live: Is(stream), quiet: quiet, begun: time.Now()}
}

const clearLine = "\r\x1b[K"

// Tell replaces the line on a terminal. Elsewhere it writes a line when the state is another.
func (p *Progress) Tell(state, detail string) {
	if p.quiet {
		return
	}
	if p.live {
		text := state
		if detail != "" {
			text += ", " + detail
		}
		elapsed := time.Since(p.begun).Round(time.Second)
		fmt.Fprint(p.stream, clearLine, p.fitting(fmt.Sprintf("%s  (%s)", text, elapsed)))
		p.shown = true
		return
	}
	if state != p.state {
		fmt.Fprintln(p.stream, state)
		p.state = state
	}
}

// Say writes a line that stays.
func (p *Progress) Say(format string, arguments ...any) {
	if p.quiet {
		return
	}
	p.Clear()
	fmt.Fprintf(p.stream, format+"\n", arguments...)
}

// Clear takes the changing line away.
func (p *Progress) Clear() {
	if p.shown {
		fmt.Fprint(p.stream, clearLine)
		p.shown = false
	}
}

// fitting cuts what would wrap: a wrapped line is not written over.
func (p *Progress) fitting(text string) string {
	width, _, err := term.GetSize(int(p.stream.(*os.File).Fd()))
	runes := []rune(text)
	if err != nil || width < 2 || len(runes) < width {
		return text
	}
	return string(runes[:width-2]) + "…"
}

// Table writes rows in columns. A column is aligned to the right when its head begins with a `>`.
func Table(to io.Writer, head []string, rows [][]string) {
	widths := make([]int, len(head))
	for _, row := range append([][]string{head}, rows...) {
		for at, cell := range row {
			widths[at] = max(widths[at], len([]rune(strings.TrimPrefix(cell, ">"))))
		}
	}
	writer := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	for index, row := range append([][]string{head}, rows...) {
		cells := make([]string, len(row))
		for at, cell := range row {
			if index == 0 {
				cell = strings.TrimPrefix(cell, ">")
			}
			if strings.HasPrefix(head[at], ">") {
				cell = strings.Repeat(" ", widths[at]-len([]rune(cell))) + cell
			}
			cells[at] = cell
		}
		fmt.Fprintln(writer, strings.TrimRight(strings.Join(cells, "\t"), " \t"))
	}
	writer.Flush()
}

// Painter colours words; the zero value does not.
type Painter struct{ on bool }

// NewPainter colours on a terminal, unless somebody asked for none.
func NewPainter(stream io.Writer, plain bool) Painter {
	return Painter{on: !plain && Is(stream)}
}

// Colours of Paint.
const (
	Green = "32"
	Red   = "31"
	Amber = "33"
)

// Paint colours a text.
func (p Painter) Paint(colour, text string) string {
	if !p.on {
		return text
	}
	return "\x1b[" + colour + "m" + text + "\x1b[0m"
}
