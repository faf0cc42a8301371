package hostconfig

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Parameter is something of a target that runs may choose, among the values that the file declares.
type Parameter struct {
	Name string
	// Values are at least one, each once.
	Values []string
	// Default is one of them.
	Default string
}

const (
	parametersMost      = 20
	parameterValuesMost = 100
	parameterValueMost  = 200
)

var (
	parameterName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,31}$`)
	placeholder   = regexp.MustCompile(`\{\{([A-Za-z][A-Za-z0-9_-]*)\}\}`)
)

func parseParameters(fields map[string]json.RawMessage, path string) (parameters []Parameter, err error) {
	err = each(fields, path, "parameters", func(name, path string, text json.RawMessage) error {
		if !parameterName.MatchString(name) {
			return fmt.Errorf("names a parameter %q: a name begins with a letter and has at most 32 letters, digits, _ and -, such as workers", name)
		}
		p, err := parseParameter(name, text, path)
		parameters = append(parameters, p)
		return err
	})
	if err == nil && len(parameters) > parametersMost {
		err = fmt.Errorf("has %d parameters in %s, and %d are the most", len(parameters), join(path, "parameters"), parametersMost)
	}
	slices.SortFunc(parameters, func(a, b Parameter) int { return strings.Compare(a.Name, b.Name) })
	return parameters, err
}

func parseParameter(name string, text json.RawMessage, path string) (Parameter, error) {
	p := Parameter{Name: name}
	fields, err := object(text, path)
	if err != nil {
		return p, err
	}
	if err := only(fields, path, "values", "default"); err != nil {
		return p, err
	}
	var values []json.RawMessage
	if json.Unmarshal(fields["values"], &values) != nil || len(values) == 0 || len(values) > parameterValuesMost {
		return p, fmt.Errorf("has no list of 1 to %d values in %s, such as [1, 2, 4]", parameterValuesMost, join(path, "values"))
	}
	for i, value := range values {
		word, err := parameterValue(value)
		if err != nil {
			return p, fmt.Errorf("has %s for %s[%d], which %w", shown(value), join(path, "values"), i, err)
		}
		if slices.Contains(p.Values, word) {
			return p, fmt.Errorf("has %q twice in %s", word, join(path, "values"))
		}
		p.Values = append(p.Values, word)
	}
	p.Default = p.Values[0]
	if fields["default"] == nil {
		return p, nil
	}
	if p.Default, err = parameterValue(fields["default"]); err != nil || !slices.Contains(p.Values, p.Default) {
		return p, fmt.Errorf("has %s for %s, which must be one of its values", shown(fields["default"]), join(path, "default"))
	}
	return p, nil
}

// parameterValue takes text and whole numbers; a number is the text that it is written as.
func parameterValue(text json.RawMessage) (string, error) {
	if _, err := strconv.ParseInt(string(text), 10, 64); err == nil {
		return string(text), nil
	}
	var word *string
	if json.Unmarshal(text, &word) != nil || word == nil || len(*word) > parameterValueMost || strings.ContainsRune(*word, 0) {
		return "", fmt.Errorf("must be a whole number or a text of at most %d bytes", parameterValueMost)
	}
	return *word, nil
}

// uses tells whether the target's own words have places for all that it declares, and none for others. Parameters may have theirs in
// templates, which checkTemplates reads.
func (t Target) uses(path string) error {
	if len(t.Parameters)+len(t.Templates) == 0 && t.Source == nil {
		return nil // its braces are its own affair
	}
	if placeholder.MatchString(t.Argv[0]) && (t.Source == nil || t.Argv[0] != "{{"+ProgramPlace+"}}") {
		return fmt.Errorf("has a parameter in the path of the program of %s; name the program itself, and give it arguments", path)
	}
	used := t.placesInWords()
	if t.Source != nil {
		used = slices.DeleteFunc(used, func(name string) bool { return name == ProgramPlace })
	}
	for _, template := range t.Templates {
		switch {
		case t.parameter(template.Name) != nil:
			return fmt.Errorf("has a parameter and a template %s in %s; give one of them another name", template.Name, path)
		case !slices.Contains(used, template.Name):
			return fmt.Errorf("has the template %s in %s, and neither argv nor environment has a place {{%s}} for the path of its filled copy",
				template.Name, path, template.Name)
		}
		used = slices.DeleteFunc(used, func(name string) bool { return name == template.Name })
	}
	for _, name := range used {
		if t.parameter(name) == nil {
			return fmt.Errorf("has a place {{%s}} in %s, and no parameter of that name", name, path)
		}
	}
	if len(t.Templates) > 0 {
		return nil
	}
	return t.unused(used, path, "neither argv nor environment")
}

// placesInWords are the names of all places in its arguments and environment.
func (t Target) placesInWords() (names []string) {
	for _, text := range append(slices.Clone(t.Argv), t.Environment...) {
		for _, place := range placeholder.FindAllStringSubmatch(text, -1) {
			names = append(names, place[1])
		}
	}
	return names
}

func (t Target) unused(used []string, path, nowhere string) error {
	for _, p := range t.Parameters {
		if !slices.Contains(used, p.Name) {
			return fmt.Errorf("has the parameter %s in %s, and %s has a place {{%s}} for it", p.Name, path, nowhere, p.Name)
		}
	}
	return nil
}

func (t Target) parameter(name string) *Parameter {
	at := slices.IndexFunc(t.Parameters, func(p Parameter) bool { return p.Name == name })
	if at < 0 {
		return nil
	}
	return &t.Parameters[at]
}

// Values returns the chosen values, and the defaults of the other parameters. The error is the end of a sentence.
func (t Target) Values(chosen map[string]string) (map[string]string, error) {
	values := map[string]string{}
	for _, p := range t.Parameters {
		values[p.Name] = p.Default
	}
	for _, name := range slices.Sorted(maps.Keys(chosen)) {
		switch p := t.parameter(name); {
		case p == nil:
			return nil, fmt.Errorf("has no parameter %s", name)
		case !slices.Contains(p.Values, chosen[name]):
			return nil, fmt.Errorf("does not allow %s for %s; it allows %s", chosen[name], name, strings.Join(p.Values, ", "))
		}
		values[name] = chosen[name]
	}
	return values, nil
}

// With is the target with values in the places of its arguments and environment: of its parameters, and the paths of its filled templates.
func (t Target) With(values map[string]string) Target {
	if len(values) == 0 {
		return t
	}
	fill := func(text string) string {
		return placeholder.ReplaceAllStringFunc(text, func(place string) string { return values[place[2:len(place)-2]] })
	}
	filled := t
	filled.Argv, filled.Environment = mappedText(t.Argv, fill), mappedText(t.Environment, fill)
	return filled
}

func mappedText(list []string, as func(string) string) []string {
	all := make([]string, len(list))
	for i, text := range list {
		all[i] = as(text)
	}
	return all
}
