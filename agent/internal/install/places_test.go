package install

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRootRemovesNoFolderThatTheUserOfTheServiceHasAddedToTheInstallation(t *testing.T) {
	p := places{programs: "/usr/local/lib/millionrps-agent", data: "/var/lib/millionrps-agent"}
	own := []string{"/usr/local/lib", p.programs, p.data, "/etc/sysusers.d"}
	added := []string{"/etc/millionrps", "/var/lib/millionrps-agent2", "/var/lib/millionrps-agent/../other", "/usr/local/lib/", "usr/local", "", "/home"}
	if diff := cmp.Diff(own, p.ownOf(append(added, own...))); diff != "" {
		t.Error(diff)
	}
}
