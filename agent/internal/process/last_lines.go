package process

import (
	"bytes"
	"io"
	"os"
	"strings"
)

const (
	// tailBytes bounds what is read of a file that a child may have filled without end.
	tailBytes = 64 << 10
	// lineBytes is what is left of a line that is longer than that: a secret whose beginning was not read lies before.
	lineBytes = 8 << 10
)

// LastLines is the end of what a child wrote into a file: at most count lines and most bytes, joined by a slash. Every database takes the
// text: it has no NUL and no broken UTF-8. It is empty when there is none or the file cannot be read. Secrets are masked before anything is cut
// off, as nobody would find the half of one.
func (l *Launcher) LastLines(path string, count, most int) string {
	content, whole, err := tail(path)
	if err != nil {
		return ""
	}
	content = bytes.ReplaceAll(bytes.ToValidUTF8(content, nil), []byte{0}, nil)
	if l.mask != nil {
		content = l.mask(content)
	}
	if !whole {
		content = withoutBeginning(content)
	}
	lines := strings.Split(string(bytes.TrimSpace(content)), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	text := strings.Join(lines[max(0, len(lines)-count):], " / ")
	return strings.ToValidUTF8(text[:min(len(text), most)], "")
}

// withoutBeginning drops the line that was cut, or most of it where there is no other.
func withoutBeginning(content []byte) []byte {
	if _, rest, more := bytes.Cut(content, []byte("\n")); more && len(bytes.TrimSpace(rest)) > 0 {
		return rest
	}
	return content[max(0, len(content)-lineBytes):]
}

func tail(path string) (content []byte, whole bool, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, false, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, false, err
	}
	content, err = io.ReadAll(io.NewSectionReader(file, max(0, info.Size()-tailBytes), tailBytes))
	return content, info.Size() <= tailBytes, err
}
