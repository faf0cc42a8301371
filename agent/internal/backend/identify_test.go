package backend

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"millionrps/agent/internal/identity"
)

func TestAServiceIsKnownByItsProgramItsSettingsAndItsEnvironment(t *testing.T) {
	known := found(t)
	reader := identity.Reader{Key: []byte("of this host")}
	identify := func(stated Stated) []Identity {
		spec := specOf(t)
		d := startDatabase(t, spec, stated, DatabaseSettings{Connections: 2})
		defer d.Stop()
		c, err := StartCache(context.Background(), spec, known[Cache].Path, Stated{})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Stop()
		all := Services{Database: d, Cache: c}.Identify(context.Background(), reader, known)
		if text := fmt.Sprint(all); strings.Contains(text, d.password) || strings.Contains(text, c.password) || strings.Contains(text, "plain value") {
			t.Error("the identity holds a password or a value of the environment")
		}
		return all
	}
	first := identify(Stated{Environment: []string{"PGTZ=plain value"}, Settings: map[string]string{"work_mem": "8192kB", "random_page_cost": "2"}})
	if len(first) != 2 || first[0].Name != PostgreSQL || first[1].Name != Cache {
		t.Fatalf("%+v", first)
	}
	for _, one := range first {
		hash, err := identity.HashFile(known[one.Name].Path)
		if err != nil || one.Binary == nil || one.Binary.SHA256 != hash.SHA256 || one.Version != known[one.Name].Version {
			t.Errorf("the program of %s: %+v (%v)", one.Name, one.Binary, err)
		}
		if len(one.Unread) > 0 || one.EnvironmentHMAC == "" || one.ArgvHMAC != "" || len(one.Files) == 0 {
			t.Errorf("%+v", one)
		}
	}
	if want := []Setting{{"random_page_cost", "2"}, {"work_mem", "8MB"}}; !slices.Equal(first[0].Settings, want) {
		t.Errorf("settings %v, want them as they are in effect: %v", first[0].Settings, want)
	}
	if fmt.Sprint(first[0].EnvironmentNames) != "[LC_ALL PGTZ]" {
		t.Errorf("%v", first[0].EnvironmentNames)
	}
	again := identify(Stated{Environment: []string{"PGTZ=plain value"}, Settings: map[string]string{"work_mem": "8MB", "random_page_cost": "2"}})
	if one, other := textOf(t, first), textOf(t, again); one != other {
		t.Errorf("two of one configuration:\n%s\n%s", one, other)
	}
	changed := identify(Stated{Environment: []string{"PGTZ=another"}})
	if changed[0].EnvironmentHMAC == first[0].EnvironmentHMAC || changed[1].EnvironmentHMAC != first[1].EnvironmentHMAC {
		t.Error("the sums of the environments do not tell which of them changed")
	}
}

func textOf(t *testing.T, all []Identity) string {
	t.Helper()
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestNoSettingOverrulesWhatARunSays: the configuration file refuses these; what an older one held still does not count.
func TestNoSettingOverrulesWhatARunSays(t *testing.T) {
	off := Stated{Settings: map[string]string{"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off", "track_wal_io_timing": "off"}}
	d := startDatabase(t, specOf(t), off, DatabaseSettings{Connections: 1, SynchronousCommit: true})
	for name := range off.Settings {
		if got := d.ask(t, "SELECT current_setting('"+name+"')"); got != "on" {
			t.Errorf("%s is %s", name, got)
		}
	}
}
