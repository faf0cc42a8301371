// Package spec reads and writes the files that say what to run: YAML or JSON, with hosts by name and variables of the command line.
package spec

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxBytes is more than the instance takes: what is larger is no spec.
const maxBytes = 16 << 20

// Document is one spec file.
type Document struct {
	// Name is the file's, for sentences.
	Name string
	root *yaml.Node
	// flags are those that said what the file does not.
	flags map[*yaml.Node]string
}

// Read reads YAML, or JSON where the text begins with a brace.
func Read(name string, from io.Reader) (*Document, error) {
	text, err := io.ReadAll(io.LimitReader(from, maxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	if len(text) > maxBytes {
		return nil, fmt.Errorf("%s is larger than %d MiB", name, maxBytes>>20)
	}
	d := &Document{Name: name, flags: map[*yaml.Node]string{}}
	if begin := bytes.TrimSpace(text); len(begin) > 0 && begin[0] == '{' {
		d.root, err = nodesOfJSON(text)
	} else {
		d.root, err = nodesOfYAML(text)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if d.root.Kind != yaml.MappingNode {
		return nil, fmt.Errorf("%s: holds no spec: it begins with no field such as `name:`", name)
	}
	return d, nil
}

func nodesOfYAML(text []byte) (*yaml.Node, error) {
	var document, more yaml.Node
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	if err := decoder.Decode(&document); errors.Is(err, io.EOF) {
		return nil, errors.New("is empty")
	} else if err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "yaml: "))
	}
	if err := decoder.Decode(&more); !errors.Is(err, io.EOF) {
		return nil, errors.New("holds several documents: a spec is one")
	}
	asText(&document)
	return document.Content[0], nil
}

// asText keeps what looks like a date the text that it is: JSON has no dates.
func asText(node *yaml.Node) {
	if node.Kind == yaml.ScalarNode && node.ShortTag() == "!!timestamp" {
		node.Tag = "!!str"
	}
	for _, child := range node.Content {
		asText(child)
	}
}

// JSON is the body of the request.
func (d *Document) JSON() ([]byte, error) {
	// A node of its own: only that of a document counts its aliases, and refuses a few lines that would unfold to gigabytes.
	var value any
	if err := (&yaml.Node{Kind: yaml.DocumentNode, Content: []*yaml.Node{d.root}}).Decode(&value); err != nil {
		return nil, fmt.Errorf("%s: %s", d.Name, strings.TrimPrefix(err.Error(), "yaml: "))
	}
	body, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("%s: holds what JSON cannot say: %w", d.Name, err)
	}
	return body, nil
}

// Title is what the spec calls itself; the file's name where it does not.
func (d *Document) Title() string {
	for _, key := range []string{"name", "question"} {
		if value := aliased(field(d.root, key)); value != nil && value.Value != "" {
			return value.Value
		}
	}
	return d.Name
}

// Set gives a field of the request the text of a flag, in the place of what the file says.
func (d *Document) Set(key, flag, text string) { d.put(d.root, key, d.told(flag, text)) }

// Kind is what the spec is of: a run, an experiment or a benchmark; "" where it has the field of none.
func (d *Document) Kind() string {
	for _, one := range []struct{ field, kind string }{{"baseline", "experiment"}, {"design", "benchmark"}, {"spec", "run"}} {
		if field(d.root, one.field) != nil {
			return one.kind
		}
	}
	return ""
}

// field is the value of a key; nil where the node has none.
func field(node *yaml.Node, key string) *yaml.Node {
	if name, value := entry(node, key); name != nil {
		return value
	}
	return nil
}

func entry(node *yaml.Node, key string) (name, value *yaml.Node) {
	node = aliased(node)
	if node == nil || node.Kind != yaml.MappingNode {
		return nil, nil
	}
	for at := 0; at+1 < len(node.Content); at += 2 {
		if node.Content[at].Value == key {
			return node.Content[at], node.Content[at+1]
		}
	}
	return nil, nil
}

// elements are those of a list; none where the node is no list.
func elements(node *yaml.Node) []*yaml.Node {
	node = aliased(node)
	if node == nil || node.Kind != yaml.SequenceNode {
		return nil
	}
	return node.Content
}

func aliased(node *yaml.Node) *yaml.Node {
	for node != nil && node.Kind == yaml.AliasNode {
		node = node.Alias
	}
	return node
}
