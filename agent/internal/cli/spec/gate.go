package spec

import "go.yaml.in/yaml/v3"

// Require adds conditions to those of the file.
func (d *Document) Require(conditions []string) {
	if len(conditions) == 0 {
		return
	}
	list := aliased(field(d.root, "conditions"))
	if list == nil || list.Kind != yaml.SequenceNode {
		list = &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Line: d.root.Line}
		d.put(d.root, "conditions", list)
	}
	for _, condition := range conditions {
		list.Content = append(list.Content, d.text(condition))
	}
}

func (d *Document) text(value string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: value, Line: d.root.Line}
}

// put gives a field a value, in the place of what the file says.
func (d *Document) put(node *yaml.Node, key string, value *yaml.Node) {
	for at := 0; at+1 < len(node.Content); at += 2 {
		if node.Content[at].Value == key {
			node.Content[at+1] = value
			return
		}
	}
	node.Content = append(node.Content, d.text(key), value)
}
