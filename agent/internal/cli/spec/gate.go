package spec

import (
	"fmt"
	"regexp"
	"strings"

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
		list = d.list()
		d.put(d.root, "conditions", list)
		d.flags[list] = "--require"
	}
	for _, condition := range conditions {
		list.Content = append(list.Content, d.told("--require", condition))
	}
}

// HasConditions says that something has to hold of the variants.
func (d *Document) HasConditions() bool {
	list := aliased(field(d.root, "conditions"))
	return list != nil && list.Kind == yaml.SequenceNode && len(list.Content) > 0
}

// Compare makes the baseline of one commit, and the only variant of another, and names them by what is measured. A file without variants
// gets one that differs in the commit alone.
func (d *Document) Compare(base, head string) error {
	baseline := aliased(field(d.root, "baseline"))
	target := aliased(field(field(baseline, "spec"), "target"))
	if target == nil {
		return fmt.Errorf("%s: --base and --head are of an experiment's target: baseline.spec.target is missing", d.Name)
	}
	before := textOf(field(target, "revision"))
	d.put(target, "revision", d.told("--base", base))
	d.rename(baseline, renamed(textOf(field(baseline, "name")), before, base), "--base")
	return d.measure(head)
}

// measure makes the only variant one of that commit.
func (d *Document) measure(head string) error {
	variants := aliased(field(d.root, "variants"))
	if variants == nil || variants.Kind != yaml.SequenceNode {
		variants = d.list()
		d.put(d.root, "variants", variants)
	}
	if len(variants.Content) == 0 {
		variant := d.object("name", d.told("--head", head[:shownOfCommit]))
		d.put(variant, "changes", d.list())
		variants.Content = append(variants.Content, variant)
	}
	if len(variants.Content) > 1 {
		return fmt.Errorf("%s: --head is of one variant, and the file has %d", d.Name, len(variants.Content))
	}
	variant := aliased(variants.Content[0])
	changes := aliased(field(variant, "changes"))
	if changes == nil || changes.Kind != yaml.SequenceNode {
		return fmt.Errorf("%s: the variant has no list of changes, to which --head could add", d.Name)
	}
	before := d.setRevision(changes, head)
	name := renamed(textOf(field(variant, "name")), before, head)
	if len(changes.Content) == 1 && !strings.Contains(name, head[:shortestCommit]) {
		// It differs in the commit alone, so another name than the commit's is of what the file measured once.
		name = head[:shownOfCommit]
	}
	d.rename(variant, name, "--head")
	return nil
}

// setRevision returns the commit that stood there; "" where none did.
func (d *Document) setRevision(changes *yaml.Node, head string) (before string) {
	for _, change := range changes.Content {
		if textOf(field(change, "path")) == revisionPath {
			before = textOf(field(change, "value"))
			d.put(aliased(change), "value", d.told("--head", head))
			return before
		}
	}
	change := d.object("path", d.text(revisionPath))
	d.put(change, "value", d.told("--head", head))
	changes.Content = append(changes.Content, change)
	return ""
}

// rename leaves a name alone that stays, so that a fault of it is told with its line.
func (d *Document) rename(configuration *yaml.Node, name, flag string) {
	if name != textOf(field(configuration, "name")) {
		d.put(configuration, "name", d.told(flag, name))
	}
}

const (
	shortestCommit = 7
	shownOfCommit  = 12
)

var (
	// hexadecimal is a word that may be a commit.
	hexadecimal = regexp.MustCompile(`\b[0-9a-f]{7,64}\b`)
	plain       = regexp.MustCompile(`^[\w./:@+-]+$`)
)

// renamed has the new commit in the place of each that the name tells, as long as it was told: of the one before, or of what can be no
// word and no number.
func renamed(name, before, commit string) string {
	return hexadecimal.ReplaceAllStringFunc(name, func(word string) string {
		if strings.HasPrefix(before, word) || (strings.ContainsAny(word, "0123456789") && strings.ContainsAny(word, "abcdef")) {
			return commit[:min(len(word), len(commit))]
		}
		return word
	})
}

// textOf is "" for what is no text.
func textOf(node *yaml.Node) string {
	if node = aliased(node); node == nil || node.Kind != yaml.ScalarNode || node.ShortTag() == "!!null" {
		return ""
	}
	return node.Value
}

func (d *Document) list() *yaml.Node {
	return &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Line: d.root.Line}
}

// quoted is a value as a shell takes it, also where it has spaces.
func quoted(value string) string {
	if plain.MatchString(value) {
		return value
	}
	return "'" + strings.ReplaceAll(value, "'", `'\''`) + "'"
}

// told is a text that a flag says, and not the file.
func (d *Document) told(flag, value string) *yaml.Node {
	node := d.text(value)
	d.flags[node] = flag + " " + quoted(value)
	return node
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
