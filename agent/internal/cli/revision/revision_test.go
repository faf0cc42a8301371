package revision

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// repository has main with two commits, and a branch that left it after the first.
func repository(t *testing.T) (left, tip, head string) {
	t.Helper()
	t.Chdir(t.TempDir())
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	run := func(arguments ...string) string {
		t.Helper()
		all := append([]string{"-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"}, arguments...)
		output, err := exec.Command("git", all...).CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v %s", arguments, err, output)
		}
		return strings.TrimSpace(string(output))
	}
	change := func(text string) string {
		if err := os.WriteFile(filepath.Join(".", "file"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		run("add", "file")
		run("commit", "-q", "-m", text)
		return run("rev-parse", "HEAD")
	}
	run("init", "-q", "-b", "main")
	left = change("one")
	run("tag", "v1")
	run("checkout", "-q", "-b", "feature/x")
	head = change("two")
	run("checkout", "-q", "main")
	tip = change("three")
	run("checkout", "-q", "feature/x")
	return left, tip, head
}

func TestABaseThatIsABranchIsTheCommitAtWhichHeadLeftIt(t *testing.T) {
	left, tip, head := repository(t)
	for _, one := range []struct{ base, head, wantBase, wantHead string }{
		{"main", "HEAD", left, head},
		{"main", "feature/x", left, head},
		{"v1", "HEAD", left, head},
		{"main~0", "HEAD", tip, head},
		{tip, head, tip, head},
		{head[:10], "main", head, tip},
	} {
		pair, err := Find(context.Background(), one.base, one.head)
		if err != nil || pair != (Pair{one.wantBase, one.wantHead}) {
			t.Errorf("%s..%s: %v, %v", one.base, one.head, pair, err)
		}
	}
}

func TestWhatGitDoesNotKnowIsSaidInASentence(t *testing.T) {
	_, _, head := repository(t)
	for _, one := range []struct{ base, head, want string }{
		{"none", "HEAD", "--base none: git knows no such commit here"},
		{"main", "none", "--head none: git knows no such commit here"},
		{"--upload-pack=touch x", "HEAD", "git knows no such commit here"},
		{"HEAD~0", "HEAD", "--base HEAD~0 and --head HEAD are the same commit, " + head[:12] + ": name two that differ"},
		{"feature/x", head, head[:12] + "; a base that is a branch stands for the commit at which head left it: name two"},
		{"main", strings.Repeat("a", 40), "fetch more of the history"},
	} {
		if _, err := Find(context.Background(), one.base, one.head); err == nil || !strings.Contains(err.Error(), one.want) {
			t.Errorf("%s..%s: %v, want %q", one.base, one.head, err, one.want)
		}
	}
	t.Setenv("PATH", "")
	if _, err := Find(context.Background(), "main", head); err == nil || !strings.Contains(err.Error(), "git is not here: give full commit ids") {
		t.Error(err)
	}
	other := strings.Repeat("a", 40)
	if pair, err := Find(context.Background(), other, head); err != nil || pair != (Pair{other, head}) {
		t.Error(pair, err)
	}
}
