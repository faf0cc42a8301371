package spec

import (
	"fmt"

	"go.yaml.in/yaml/v3"
)

const revisionPath = "/target/revision"

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

// HasConditions says that something has to hold of the variants.
func (d *Document) HasConditions() bool {
	list := aliased(field(d.root, "conditions"))
	return list != nil && list.Kind == yaml.SequenceNode && len(list.Content) > 0
}

// Compare makes the baseline of one commit, and the only variant of another. A file without variants gets one that differs in the commit
// alone.
func (d *Document) Compare(base, head string) error {
	target := field(field(field(d.root, "baseline"), "spec"), "target")
	if aliased(target) == nil {
		return fmt.Errorf("%s: --base and --head are of an experiment's target: baseline.spec.target is missing", d.Name)
	}
	d.put(aliased(target), "revision", d.text(base))
	variants := aliased(field(d.root, "variants"))
	if variants == nil || variants.Kind != yaml.SequenceNode {
		variants = &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Line: d.root.Line}
		d.put(d.root, "variants", variants)
	}
	if len(variants.Content) == 0 {
		variant := d.object("name", d.text(head[:12]))
		d.put(variant, "changes", &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Line: d.root.Line})
		variants.Content = append(variants.Content, variant)
	}
	if len(variants.Content) > 1 {
		return fmt.Errorf("%s: --head is of one variant, and the file has %d", d.Name, len(variants.Content))
	}
	changes := aliased(field(variants.Content[0], "changes"))
	if changes == nil || changes.Kind != yaml.SequenceNode {
		return fmt.Errorf("%s: the variant has no list of changes, to which --head could add", d.Name)
	}
	for _, change := range changes.Content {
		if path := aliased(field(change, "path")); path != nil && path.Value == revisionPath {
			d.put(aliased(change), "value", d.text(head))
			return nil
		}
	}
	change := d.object("path", d.text(revisionPath))
	d.put(change, "value", d.text(head))
	changes.Content = append(changes.Content, change)
	return nil
}

func (d *Document) text(value string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: value, Line: d.root.Line}
}

func (d *Document) object(key string, value *yaml.Node) *yaml.Node {
	node := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Line: d.root.Line}
	d.put(node, key, value)
	return node
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
