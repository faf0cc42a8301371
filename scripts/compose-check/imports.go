package composecheck

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/patternmatcher"
)

// What one file says of another: import declarations and calls, and URLs of what is started.
var (
	relativeImport = regexp.MustCompile(`(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)['"](\.{1,2}/[^'"]*\.m?[jt]s)['"]`)
	scriptFile     = regexp.MustCompile(`\.m?[jt]s$`)
	blockComment   = regexp.MustCompile(`(?s)/\*.*?\*/`)
)

// importProblems follows the imports of the scripts that a stage copies: each has to be in the stage as well. The workspaces
// are left out, as their folders are copied whole.
func importProblems(stages []instructions.Stage, at int, context string, ignored *patternmatcher.PatternMatcher) ([]string, error) {
	name := stages[at].Name
	if name == "" {
		name = fmt.Sprint(at)
	}
	sources := sourcesOf(stages, at)
	problems, seen := []string{}, map[string]bool{}
	files := []string{}
	for _, source := range sources {
		if belongsToScripts(source) {
			files = append(files, source)
		}
	}
	for len(files) > 0 {
		file := files[0]
		files = files[1:]
		if seen[file] {
			continue
		}
		seen[file] = true
		text, err := os.ReadFile(filepath.Join(context, file))
		if err != nil {
			// That a source is not there is said of its COPY.
			continue
		}
		for _, match := range relativeImport.FindAllSubmatch(blockComment.ReplaceAll(text, nil), -1) {
			imported := path.Join(path.Dir(file), string(match[1]))
			out, err := ignored.MatchesOrParentMatches(imported)
			if err != nil {
				return nil, err
			}
			if out || !isWithin(imported, sources) {
				problems = append(problems, fmt.Sprintf("%s imports %s, which stage %s does not have", file, imported, name))
				continue
			}
			if belongsToScripts(imported) {
				files = append(files, imported)
			}
		}
	}
	return problems, nil
}

// sourcesOf are the paths of the context that a stage has, of its own and of the stages it is based on or copies from.
func sourcesOf(stages []instructions.Stage, at int) []string {
	sources := []string{}
	if base, found := earlierStage(stages, at, stages[at].BaseName); found {
		sources = append(sources, sourcesOf(stages, base)...)
	}
	for _, command := range stages[at].Commands {
		copied, ok := command.(*instructions.CopyCommand)
		switch {
		case !ok:
		case copied.From == "":
			for _, source := range copied.SourcePaths {
				sources = append(sources, path.Clean(source))
			}
		default:
			if from, found := earlierStage(stages, at, copied.From); found {
				folder := workdirOf(stages, from)
				for _, source := range sourcesOf(stages, from) {
					if isWithin(path.Join(folder, source), copied.SourcePaths) {
						sources = append(sources, source)
					}
				}
			}
		}
	}
	return sources
}

func earlierStage(stages []instructions.Stage, at int, name string) (index int, found bool) {
	for i := at - 1; i >= 0; i-- {
		if strings.EqualFold(stages[i].Name, name) {
			return i, true
		}
	}
	return 0, false
}

func workdirOf(stages []instructions.Stage, at int) string {
	for _, command := range slices.Backward(stages[at].Commands) {
		if set, ok := command.(*instructions.WorkdirCommand); ok {
			return set.Path
		}
	}
	if base, found := earlierStage(stages, at, stages[at].BaseName); found {
		return workdirOf(stages, base)
	}
	return "/"
}

func belongsToScripts(source string) bool {
	return scriptFile.MatchString(source) && !slices.Contains([]string{"api", "web", "reference"}, strings.Split(source, "/")[0])
}

func isWithin(file string, sources []string) bool {
	return slices.ContainsFunc(sources, func(source string) bool {
		return file == source || strings.HasPrefix(file, source+"/")
	})
}
