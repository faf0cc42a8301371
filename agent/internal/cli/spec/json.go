package spec

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"go.yaml.in/yaml/v3"
)

// nodesOfJSON reads JSON into the nodes of YAML, so that everything after has lines: not all JSON is YAML to its parser.
func nodesOfJSON(text []byte) (*yaml.Node, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	reader := jsonReader{decoder: decoder, text: text}
	node, err := reader.value()
	if err == nil {
		if _, more := decoder.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("something follows the end of the object")
		}
	}
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", reader.line(), err)
	}
	return node, nil
}

type jsonReader struct {
	decoder *json.Decoder
	text    []byte
}

func (r jsonReader) line() int {
	return 1 + bytes.Count(r.text[:min(int(r.decoder.InputOffset()), len(r.text))], []byte("\n"))
}

func (r jsonReader) value() (*yaml.Node, error) {
	token, err := r.decoder.Token()
	if err != nil {
		return nil, err
	}
	node := &yaml.Node{Kind: yaml.ScalarNode, Line: r.line()}
	switch told := token.(type) {
	case json.Delim:
		return r.children(node, told)
	case string:
		node.Tag, node.Value, node.Style = "!!str", told, yaml.DoubleQuotedStyle
	case json.Number:
		node.Value = told.String()
	case bool:
		node.Tag, node.Value = "!!bool", fmt.Sprint(told)
	default:
		node.Tag, node.Value = "!!null", "null"
	}
	return node, nil
}

func (r jsonReader) children(node *yaml.Node, opened json.Delim) (*yaml.Node, error) {
	node.Kind, node.Tag = yaml.SequenceNode, "!!seq"
	if opened == '{' {
		node.Kind, node.Tag = yaml.MappingNode, "!!map"
	}
	// Of an object the keys are values as well: they stand in turn.
	for r.decoder.More() {
		child, err := r.value()
		if err != nil {
			return nil, err
		}
		node.Content = append(node.Content, child)
	}
	_, err := r.decoder.Token()
	return node, err
}
