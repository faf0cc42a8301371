package programs

import (
	"os"
	"path/filepath"
	"testing"
)

func TestWhatIsWrittenFollowsNoLinkThatWasLeftThere(t *testing.T) {
	data := t.TempDir()
	victim := filepath.Join(t.TempDir(), "victim")
	if err := os.WriteFile(victim, []byte("as it was"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{installationFile + ".partial", installationFile} {
		if err := os.Symlink(victim, filepath.Join(data, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := WriteInstallation(data, Installation{Name: "host"}); err != nil {
		t.Fatal(err)
	}
	if content, _ := os.ReadFile(victim); string(content) != "as it was" {
		t.Errorf("the link was followed: %s", content)
	}
	if i, err := ReadInstallation(data); err != nil || i.Name != "host" {
		t.Errorf("%+v, %v", i, err)
	}
}
