package doctor

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Tool is a load generator that is there, with the version that it printed; "" when it printed none.
type Tool struct{ Name, Version string }

// knownTools are checked for their age, and reported if missing. Older versions may work, but their output was never
// checked. A host without any of them still has volley.
var knownTools = []knownTool{
	{"autocannon", "9.0.0", func(host) string { return "sudo npm install --global autocannon@latest" }},
	{"wrk", "4.1.0", host.installWrk},
}

type knownTool struct {
	name, oldest string
	install      func(host) string
}

func tools(h host, c Config) []Finding {
	var found []Finding
	for _, known := range knownTools {
		mend := known.install(h)
		i := slices.IndexFunc(c.Tools, func(tool Tool) bool { return tool.Name == known.name })
		switch {
		case i < 0:
			found = append(found, Finding{known.name + "-missing", Note, fmt.Sprintf("%s was not found: no load can come from this host with it.", known.name), mend})
		case c.Tools[i].Version == "":
			found = append(found, silent(known.name, mend))
		case older(c.Tools[i].Version, known.oldest):
			sentence := fmt.Sprintf("%s is %s; nothing before %s was checked.", known.name, c.Tools[i].Version, known.oldest)
			found = append(found, Finding{known.name + "-old", Warning, sentence, mend})
		default:
			found = append(found, fine(known.name, fmt.Sprintf("%s is %s.", known.name, c.Tools[i].Version))...)
		}
	}
	for _, tool := range c.Tools {
		switch {
		case slices.ContainsFunc(knownTools, func(known knownTool) bool { return known.name == tool.Name }):
		case tool.Version == "":
			found = append(found, silent(tool.Name, ""))
		default:
			found = append(found, fine(tool.Name, fmt.Sprintf("%s is %s.", tool.Name, tool.Version))...)
		}
	}
	return found
}

func silent(name, mend string) Finding {
	return Finding{name + "-silent", Warning, fmt.Sprintf("%s does not say its version, so it is not offered to runs.", name), mend}
}

// older compares the numbers of two versions; what follows them (4.1.0-3+b1) does not count.
func older(version, than string) bool {
	return slices.Compare(numbersOf(version), numbersOf(than)) < 0
}

func numbersOf(version string) []int {
	version, _, _ = strings.Cut(strings.TrimPrefix(version, "v"), "-")
	version, _, _ = strings.Cut(version, "+")
	numbers := []int{}
	for part := range strings.SplitSeq(version, ".") {
		number, _ := strconv.Atoi(part)
		numbers = append(numbers, number)
	}
	for len(numbers) < 3 { // 9 is 9.0.0
		numbers = append(numbers, 0)
	}
	return numbers
}
