// Package revision finds the commits that an experiment compares, by the git of the folder that it is called in.
package revision

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
)

var full = regexp.MustCompile(`^([0-9a-f]{40}|[0-9a-f]{64})$`)

// Pair is what is compared: full commit ids.
type Pair struct{ Base, Head string }

// Find resolves both names. A full id is taken as it is, and needs no git. A base that is a branch stands for the commit at which
// head left it: what came to the branch since is not head's doing.
func Find(ctx context.Context, base, head string) (Pair, error) {
	var pair Pair
	var err error
	if pair.Head, err = Commit(ctx, head); err != nil {
		return pair, fmt.Errorf("--head %s: %w", head, err)
	}
	branch, err := branchOf(ctx, base)
	switch {
	case full.MatchString(base):
		pair.Base = base
	case err != nil:
		return pair, fmt.Errorf("--base %s: %w", base, err)
	case branch == "":
		pair.Base, err = Commit(ctx, base)
	default:
		pair.Base, err = mergeBase(ctx, branch, pair.Head)
	}
	if err != nil {
		return pair, fmt.Errorf("--base %s: %w", base, err)
	}
	if pair.Base == pair.Head {
		why := ""
		if branch != "" {
			why = "; a base that is a branch stands for the commit at which head left it"
		}
		return pair, fmt.Errorf("--base %s and --head %s are the same commit, %s%s: name two that differ", base, head, pair.Head[:12], why)
	}
	return pair, nil
}

// Commit resolves a name. A full id is taken as it is, and needs no git.
func Commit(ctx context.Context, name string) (string, error) {
	if full.MatchString(name) {
		return name, nil
	}
	told, err := git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	var failed *exec.ExitError
	if errors.As(err, &failed) && told == "" {
		return "", errors.New("git knows no such commit here")
	}
	return told, err
}

// branchOf is the full name of a branch, here or at the remote origin; "" where the name is of something else.
func branchOf(ctx context.Context, name string) (string, error) {
	if full.MatchString(name) {
		return "", nil
	}
	for _, place := range []string{"refs/heads/", "refs/remotes/", "refs/remotes/origin/"} {
		_, err := git(ctx, "show-ref", "--verify", "--quiet", place+name)
		if err == nil {
			return place + name, nil
		}
		var failed *exec.ExitError
		if !errors.As(err, &failed) {
			return "", err
		}
	}
	return "", nil
}

func mergeBase(ctx context.Context, branch, head string) (string, error) {
	told, err := git(ctx, "merge-base", branch, head)
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return "", errors.New("git finds no commit that it has in common with --head: fetch more of the history (actions/checkout: fetch-depth: 0)")
	}
	return told, err
}

func git(ctx context.Context, arguments ...string) (string, error) {
	output, err := exec.CommandContext(ctx, "git", arguments...).Output()
	if errors.Is(err, exec.ErrNotFound) {
		return "", errors.New("git is not here: give full commit ids")
	}
	return strings.TrimSpace(string(output)), err
}
