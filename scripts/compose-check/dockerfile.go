package composecheck

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/compose-spec/compose-go/v2/types"
	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/linter"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
	"github.com/moby/patternmatcher"
	"github.com/moby/patternmatcher/ignorefile"
)

// dockerfileProblems parses with BuildKit's own parser. An empty target is the last stage; args are what the composition gives.
func dockerfileProblems(text io.Reader, context, target string, args types.MappingWithEquals) ([]string, error) {
	tree, err := parser.Parse(text)
	if err != nil {
		return nil, err
	}
	stages, declared, err := instructions.Parse(tree.AST, linter.New(&linter.Config{}))
	if err != nil {
		return nil, err
	}
	ignored, err := readIgnored(context)
	if err != nil {
		return nil, err
	}
	problems := []string{}
	for _, warning := range tree.Warnings {
		problems = append(problems, warning.Short)
	}
	for i, stage := range stages {
		problems = append(problems, baseProblems(stages[:i], stage.BaseName, declared, args)...)
		importing, err := importProblems(stages, i, context, ignored)
		if err != nil {
			return nil, err
		}
		problems = append(problems, importing...)
		for _, command := range stage.Commands {
			if copied, ok := command.(*instructions.CopyCommand); ok {
				problems = append(problems, copyProblems(copied, stages[:i], context, ignored)...)
			}
		}
	}
	if target == "" {
		target = stages[len(stages)-1].Name
	}
	user, known := userOf(stages, target)
	switch {
	case !known:
		problems = append(problems, fmt.Sprintf("there is no stage %q", target))
	case user == "" || user == "root" || user == "0":
		problems = append(problems, fmt.Sprintf("stage %q ends as root", target))
	}
	return problems, nil
}

// baseProblems holds a base image to be a choice of whoever builds: a variable with a default, which the composition passes on.
func baseProblems(earlier []instructions.Stage, from string, declared []instructions.ArgCommand, args types.MappingWithEquals) []string {
	if slices.ContainsFunc(earlier, func(stage instructions.Stage) bool { return strings.EqualFold(stage.Name, from) }) {
		return nil
	}
	name, isVariable := strings.CutPrefix(strings.TrimSuffix(from, "}"), "${")
	if !isVariable {
		return []string{fmt.Sprintf("FROM %s leaves no choice of image", from)}
	}
	hasDefault := slices.ContainsFunc(declared, func(arg instructions.ArgCommand) bool {
		return slices.ContainsFunc(arg.Args, func(pair instructions.KeyValuePairOptional) bool { return pair.Key == name && pair.Value != nil })
	})
	if !hasDefault {
		return []string{fmt.Sprintf("%s has no default", from)}
	}
	if _, given := args[name]; !given {
		return []string{fmt.Sprintf("the composition does not pass %s on", name)}
	}
	return nil
}

func copyProblems(copied *instructions.CopyCommand, earlier []instructions.Stage, context string, ignored *patternmatcher.PatternMatcher) []string {
	if copied.From != "" {
		isEarlier := func(stage instructions.Stage) bool { return strings.EqualFold(stage.Name, copied.From) }
		if slices.ContainsFunc(earlier, isEarlier) {
			return nil
		}
		return []string{fmt.Sprintf("COPY --from=%s names no earlier stage", copied.From)}
	}
	problems := []string{}
	for _, source := range copied.SourcePaths {
		sent, err := isSent(context, source, ignored)
		switch {
		case err != nil:
			problems = append(problems, fmt.Sprintf("COPY %s: %v", source, err))
		case !sent:
			problems = append(problems, fmt.Sprintf("COPY %s: .dockerignore keeps it out", source))
		}
	}
	return problems
}

// isSent tells whether the builder is given the source, or a file of it.
func isSent(context, source string, ignored *patternmatcher.PatternMatcher) (bool, error) {
	sent := false
	err := filepath.WalkDir(filepath.Join(context, source), func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && entry.Name() == "node_modules" {
			return filepath.SkipDir
		}
		if entry.IsDir() {
			return nil
		}
		relative, err := filepath.Rel(context, path)
		if err != nil {
			return err
		}
		out, err := ignored.MatchesOrParentMatches(filepath.ToSlash(relative))
		if err != nil {
			return err
		}
		if !out {
			sent = true
			return filepath.SkipAll
		}
		return nil
	})
	return sent, err
}

func readIgnored(context string) (*patternmatcher.PatternMatcher, error) {
	file, err := os.Open(filepath.Join(context, ".dockerignore"))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	patterns, err := ignorefile.ReadAll(file)
	if err != nil {
		return nil, err
	}
	return patternmatcher.New(patterns)
}

// userOf follows a stage to the stages it is based on, up to the last USER.
func userOf(stages []instructions.Stage, name string) (user string, known bool) {
	for i := len(stages) - 1; i >= 0; i-- {
		if !strings.EqualFold(stages[i].Name, name) {
			continue
		}
		for _, command := range slices.Backward(stages[i].Commands) {
			if set, ok := command.(*instructions.UserCommand); ok {
				return set.User, true
			}
		}
		user, _ = userOf(stages[:i], stages[i].BaseName)
		return user, true
	}
	return "", false
}
