package process

import (
	"bytes"
	"io"
	"os"
	"strings"
)

// tailBytes bounds what is read of a file that a child may have filled without end.
const tailBytes = 16 << 10

// LastLines is the end of what a child wrote into a file: at most count lines and most bytes, joined by a slash. Every database takes the
// text: it has no NUL and no broken UTF-8. It is empty when there is none or the file cannot be read.
func LastLines(path string, count, most int) string {
	content, err := tail(path)
	if err != nil {
		return ""
	}
	lines := strings.Split(string(bytes.TrimSpace(content)), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	text := strings.Join(lines[max(0, len(lines)-count):], " / ")
	text = strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\x00", "")
	return strings.ToValidUTF8(text[:min(len(text), most)], "")
}

func tail(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.NewSectionReader(file, max(0, info.Size()-tailBytes), tailBytes))
}
