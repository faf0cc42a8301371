package hostconfig

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// Template is a file with places for parameters. The target gets a filled copy, whose path stands for {{name}} in its arguments.
type Template struct {
	Name string
	// From is the source, by its absolute path.
	From string
}

const (
	templatesMost     = 20
	templateBytesMost = 1 << 20
)

// parseTemplates answers them by name. What the sources say is another matter: they are read by Fill.
func parseTemplates(fields map[string]json.RawMessage, path string) (templates []Template, err error) {
	err = each(fields, path, "templates", func(name, path string, text json.RawMessage) error {
		if !parameterName.MatchString(name) {
			return fmt.Errorf("names a template %q: a name begins with a letter and has at most 32 letters, digits, _ and -, such as conf", name)
		}
		inner, err := object(text, path)
		if err == nil {
			err = only(inner, path, "from")
		}
		if err != nil {
			return err
		}
		if inner["from"] == nil {
			return fmt.Errorf("lacks %s, the path of the template", join(path, "from"))
		}
		from, err := parseWord(inner["from"], join(path, "from"), isFilePath, "an absolute path such as /etc/millionrps/nginx.conf.in")
		templates = append(templates, Template{name, filepath.Clean(from)})
		return err
	})
	if err == nil && len(templates) > templatesMost {
		err = fmt.Errorf("has %d templates in %s, and %d are the most", len(templates), join(path, "templates"), templatesMost)
	}
	return templates, err
}

func isFilePath(path string) bool { return filepath.IsAbs(path) && !strings.ContainsRune(path, 0) }

// FileName is that of the filled copy: some programs go by how it ends.
func (t Template) FileName() string { return strings.TrimSuffix(filepath.Base(t.From), ".in") }

// Fill reads the source and fills its placeholders; used are the names of those that it has. The error continues the
// template's path.
func (t Template) Fill(values map[string]string) (filled []byte, used []string, err error) {
	text, err := readTemplate(t.From)
	if err != nil {
		return nil, nil, err
	}
	const begin, literal = "{{", "{{{{"
	var out bytes.Buffer
	for rest := string(text); ; {
		before, after, found := strings.Cut(rest, begin)
		out.WriteString(before)
		if !found {
			return out.Bytes(), used, nil
		}
		line := 1 + strings.Count(string(text[:len(text)-len(after)]), "\n")
		place := placeholder.FindString(begin + after)
		switch {
		case strings.HasPrefix(after, begin):
			out.WriteString(begin)
			rest = after[len(begin):]
			continue
		case place == "" || !strings.HasPrefix(begin+after, place):
			return nil, nil, fmt.Errorf("has %s on line %d, which begins no place such as {{workers}}; write %s for braces that are to stay", begin, line, literal)
		}
		name := place[len(begin) : len(place)-len(begin)]
		value, known := values[name]
		if !known {
			return nil, nil, fmt.Errorf("has the place %s on line %d, and the target has no parameter of that name; declare it, or write %s for braces that are to stay",
				place, line, literal)
		}
		if out.WriteString(value); out.Len() > templateBytesMost {
			return nil, nil, fmt.Errorf("is larger than %d MiB when it is filled", templateBytesMost>>20)
		}
		used = append(used, name)
		rest = after[len(place)-len(begin):]
	}
}

// readTemplate waits for no device and no pipe.
func readTemplate(path string) ([]byte, error) {
	file, err := os.OpenFile(path, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("cannot be read: %w", errors.Unwrap(err))
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("cannot be read: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("is no regular file")
	}
	text, err := io.ReadAll(io.LimitReader(file, templateBytesMost+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("cannot be read: %w", err)
	case len(text) > templateBytesMost:
		return nil, fmt.Errorf("is larger than %d MiB", templateBytesMost>>20)
	case bytes.IndexByte(text, 0) >= 0:
		return nil, errors.New("has a byte of 0, and must be text")
	}
	return text, nil
}

// checkTemplates reads every template, so that errors appear before a run, and checks that each parameter has a
// placeholder.
func (c Config) checkTemplates() error {
	for _, name := range slices.Sorted(maps.Keys(c.Targets)) {
		t := c.Targets[name]
		path := join("targets", name)
		values, err := t.Values(nil)
		if err != nil {
			return err
		}
		used := t.placesInWords()
		for _, template := range t.Templates {
			_, names, err := template.Fill(values)
			if err != nil {
				return fmt.Errorf("has the template %s in %s: %s %w", template.Name, path, template.From, err)
			}
			used = append(used, names...)
		}
		if err := t.unused(used, path, "neither argv, environment nor a template"); err != nil {
			return err
		}
	}
	return nil
}

// sources are the files of all templates.
func (c Config) sources() (paths []string) {
	for _, name := range slices.Sorted(maps.Keys(c.Targets)) {
		for _, template := range c.Targets[name].Templates {
			paths = append(paths, template.From)
		}
	}
	return paths
}
