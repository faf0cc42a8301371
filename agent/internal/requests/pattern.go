package requests

import (
	"fmt"
	"regexp"
)

// Pattern is text with places for the values of variables. Neighbouring text is one part.
type Pattern []Part

// Part is text, or the place of a variable by its number.
type Part struct {
	Text     string
	Variable int // -1: text
}

var placeholder = regexp.MustCompile(`\{\{([A-Za-z][A-Za-z0-9_-]*)\}\}`)

// Parse finds the places of the variables in a text. A name that is none of theirs is an error, which goes on after what holds the text.
func Parse(text string, variables []Variable) (Pattern, error) {
	var pattern Pattern
	end := 0
	for _, at := range placeholder.FindAllStringSubmatchIndex(text, -1) {
		name := text[at[2]:at[3]]
		number := -1
		for i, v := range variables {
			if v.Name == name {
				number = i
			}
		}
		if number < 0 {
			return nil, fmt.Errorf("holds {{%s}}, and there is no variable of that name; declare it, or write a body that means the braces in base64", name)
		}
		if at[0] > end {
			pattern = append(pattern, Part{text[end:at[0]], -1})
		}
		pattern = append(pattern, Part{"", number})
		end = at[1]
	}
	if end < len(text) {
		pattern = append(pattern, Part{text[end:], -1})
	}
	return pattern, nil
}
