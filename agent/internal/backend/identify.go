package backend

import (
	"context"

	"millionrps/agent/internal/identity"
)

// Identity is what a service of a run was when it was up.
type Identity struct {
	identity.Identity
	// Name is as facts and the host's configuration file have it.
	Name string
	// Settings are the settings of the configuration file, by name, with their effective values.
	Settings []Setting
}

// Setting is one of PostgreSQL's.
type Setting struct{ Name, Value string }

// Identify reads what runs: it never fails, as what cannot be known is part of the answer. Versions are those of the programs found.
func (s Services) Identify(ctx context.Context, reader identity.Reader, found map[string]Found) []Identity {
	var all []Identity
	if d := s.Database; d != nil {
		one := Identity{Name: PostgreSQL, Identity: d.identify(ctx, reader, found[PostgreSQL].Version)}
		var err error
		if one.Settings, err = d.settingsNow(ctx); err != nil {
			one.Unread = append(one.Unread, identity.Unread{Path: "settings", Reason: "were not read: " + err.Error()})
		}
		all = append(all, one)
	}
	if c := s.Cache; c != nil {
		all = append(all, Identity{Name: Cache, Identity: c.identify(ctx, reader, found[Cache].Version)})
	}
	return all
}

// identify leaves arguments out: folder and port differ each time, and the settings among them have fields of their own.
func (s *service) identify(ctx context.Context, reader identity.Reader, version string) identity.Identity {
	found := reader.Read(ctx, identity.Subject{PIDs: []int{s.child.PID}, Declared: true, Environment: s.environment, ArgvChanges: true})
	found.Version = version
	return found
}

// settingsNow reads the effective values, which may be written differently than in the file.
func (d *Database) settingsNow(ctx context.Context) ([]Setting, error) {
	c, err := d.connect(ctx)
	if err != nil {
		return nil, err
	}
	defer c.Close(context.WithoutCancel(ctx))
	settings := make([]Setting, len(d.stated))
	for i, name := range d.stated {
		settings[i].Name = name
		if err := c.QueryRow(ctx, "SELECT current_setting($1)", name).Scan(&settings[i].Value); err != nil {
			return nil, err
		}
	}
	return settings, nil
}
