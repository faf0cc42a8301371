package revisions

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"millionrps/agent/internal/confined"
)

// build runs the build of the configuration file in the checkout. Its program finds the commit in REVISION.
func (p place) build(ctx context.Context, name string, k kept) error {
	output := &tail{}
	spec := confined.Spec{
		Argv: p.source.Build, Folder: k.tree(), Scratch: k.scratch(), Identity: p.builder, Limits: p.limits, Output: output, Errors: output,
		Environment: append(p.environment(k.scratch()), append([]string{"REVISION=" + k.commit}, p.source.Environment...)...),
	}
	ending, err := confined.Run(ctx, spec)
	what := fmt.Sprintf("the commit %s of %s was not built", short(k.commit), name)
	said := output.bytes(p.mask)
	failed := func(why string) error {
		return &Fault{Code: NotBuildable, Sentence: what + ": " + why + lastLines(said), Output: said}
	}
	var timeout *Fault
	switch {
	case errors.As(err, &timeout) && ctx.Err() != nil:
		return failed(fmt.Sprintf("fetching and building took more than %s", p.source.Timeout))
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return failed(err.Error())
	case ending.Over != "":
		return failed(p.why(ending.Over))
	case !ending.Clean:
		return failed(fmt.Sprintf("its build ended with %s", ending.Status))
	}
	return nil
}

func (p place) why(over confined.Over) string {
	switch over {
	case confined.Memory:
		return fmt.Sprintf("its build took more than %d MiB of memory", p.limits.MemoryBytes>>20)
	case confined.Processes:
		return fmt.Sprintf("its build had more than %d processes", p.limits.Processes)
	case confined.FreeSpace:
		return fmt.Sprintf("its build had less than %d MiB free on the disk", p.limits.FreeBytes>>20)
	}
	return fmt.Sprintf("the files of its build took more than %d MiB", p.limits.FolderBytes>>20)
}

// environment passes on nothing of the agent's but where programs are and how text is written.
func (p place) environment(home string) []string {
	environment := []string{"HOME=" + home, "TMPDIR=" + home}
	for _, name := range []string{"PATH", "LANG", "LC_ALL", "TZ"} {
		if value, ok := os.LookupEnv(name); ok {
			environment = append(environment, name+"="+value)
		}
	}
	return environment
}

const (
	tailBytes = 64 << 10
	// saidLines and saidBytes are what a sentence holds of the output.
	saidLines = 5
	saidBytes = 600
)

// tail keeps the end of what is written. Its writer is one goroutine, and its reader comes after that.
type tail struct {
	kept []byte
	cut  bool
}

func (t *tail) Write(p []byte) (int, error) {
	t.kept = append(t.kept, p...)
	if over := len(t.kept) - tailBytes; over > tailBytes {
		t.kept, t.cut = append([]byte(nil), t.kept[over:]...), true
	}
	return len(p), nil
}

// bytes are at most 64 KiB, masked before anything is cut off the end that was kept.
func (t *tail) bytes(mask func([]byte) []byte) []byte {
	text := t.kept
	if mask != nil {
		text = mask(text)
	}
	if over := len(text) - tailBytes; over > 0 {
		text = text[over:]
	} else if !t.cut {
		return text
	}
	if _, rest, more := strings.Cut(string(text), "\n"); more {
		return []byte(rest)
	}
	return text
}

// lastLines continue a sentence.
func lastLines(text []byte) string {
	clean := strings.TrimSpace(plain(string(text)))
	if clean == "" {
		return "; it printed nothing"
	}
	lines := slices.DeleteFunc(strings.Split(clean, "\n"), func(line string) bool { return strings.TrimSpace(line) == "" })
	lines = lines[max(0, len(lines)-saidLines):]
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	said := strings.Join(lines, " / ")
	return "; its last words: " + strings.ToValidUTF8(said[max(0, len(said)-saidBytes):], "")
}

// plain has no control characters but line feeds, and no broken UTF-8.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && (r < ' ' || r >= 0x7f && r < 0xa0) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
}

// rounded is in seconds, to the millisecond.
func rounded(seconds float64) float64 {
	return time.Duration(seconds * float64(time.Second)).Round(time.Millisecond).Seconds()
}
