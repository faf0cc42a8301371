package spec

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"go.yaml.in/yaml/v3"
)

// Save writes a body of createRun, createExperiment or createBenchmark as YAML that Read gives back: hosts by name, fields in the order that the
// instance has them, and the address of the schema for editors. `names` are of hosts by id; an id without a name stays.
func Save(to io.Writer, body []byte, names map[string]string, schemaURL string) error {
	root, err := nodesOfJSON(body)
	if err != nil {
		return err
	}
	saver := saver{names: names}
	saver.tidy(root)
	if _, err := fmt.Fprintf(to, "# yaml-language-server: $schema=%s\n", schemaURL); err != nil {
		return err
	}
	encoder := yaml.NewEncoder(to)
	encoder.SetIndent(2)
	return errors.Join(encoder.Encode(root), encoder.Close())
}

type saver struct{ names map[string]string }

// tidy leaves quotes to the writer, which sets them where YAML would read something else.
func (s saver) tidy(node *yaml.Node) {
	if node.Kind == yaml.ScalarNode && node.Tag == "!!str" {
		node.Style, node.Value = 0, escaped(node.Value)
	}
	for at, child := range node.Content {
		if node.Kind == yaml.MappingNode && at%2 == 0 && child.Value == "hostId" {
			if name, known := s.names[node.Content[at+1].Value]; known {
				child.Value, node.Content[at+1].Value = "host", name
			}
		}
		s.tidy(child)
	}
}

// Body makes the body of a request of parts that are JSON already, in this order.
func Body(fields ...Field) ([]byte, error) {
	var body bytes.Buffer
	body.WriteByte('{')
	for at, f := range fields {
		value, err := json.Marshal(f.Value)
		if err != nil {
			return nil, err
		}
		if at > 0 {
			body.WriteByte(',')
		}
		fmt.Fprintf(&body, "%q:%s", f.Name, value)
	}
	body.WriteByte('}')
	return body.Bytes(), nil
}

// Field is one of a body; json.RawMessage keeps its order.
type Field struct {
	Name  string
	Value any
}
