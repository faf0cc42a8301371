package hostconfig

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBackendsAreReadAsTheyAreStated(t *testing.T) {
	config, err := Parse([]byte(`{"backends": {
		"postgresql": {"path": "/opt/pg/bin", "user": "postgres", "environment": {"LD_PRELOAD": "/slow.so"}, "settings": {"shared_buffers": "1GB"}},
		"cache": {"path": "/usr/bin/valkey-server"}
	}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]Backend{
		"postgresql": {Path: "/opt/pg/bin", User: "postgres", Environment: []string{"LD_PRELOAD=/slow.so"}, Settings: map[string]string{"shared_buffers": "1GB"}},
		"cache":      {Path: "/usr/bin/valkey-server", Settings: map[string]string{}},
	}
	if diff := cmp.Diff(want, config.Backends); diff != "" {
		t.Error(diff)
	}
}

func TestBackendsThatCannotBeAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		`{"backends": {"mysql": {}}}`:                                                `names a backend "mysql"; there is postgresql and cache`,
		`{"backends": {"postgresql": {"path": "bin"}}}`:                              `has "bin" for backends.postgresql.path, which must be an absolute path`,
		`{"backends": {"postgresql": {"user": "a b"}}}`:                              `has "a b" for backends.postgresql.user, which must be the name of a user`,
		`{"backends": {"postgresql": {"settings": {"a-b": "1"}}}}`:                   `has "1" for backends.postgresql.settings.a-b, which must be a setting of PostgreSQL`,
		`{"backends": {"postgresql": {"settings": {"work_mem": 1}}}}`:                `has 1 for backends.postgresql.settings.work_mem, which must be`,
		`{"backends": {"postgresql": {"settings": {"fsync": "off"}}}}`:               `has backends.postgresql.settings.fsync, which cannot be overruled: a commit that was answered has to be on disk`,
		`{"backends": {"postgresql": {"settings": {"full_page_writes": "off"}}}}`:    `has backends.postgresql.settings.full_page_writes, which cannot be overruled: a commit`,
		`{"backends": {"postgresql": {"settings": {"synchronous_commit": "off"}}}}`:  `has backends.postgresql.settings.synchronous_commit, which cannot be overruled: each run says it itself`,
		`{"backends": {"postgresql": {"settings": {"track_wal_io_timing": "off"}}}}`: `has backends.postgresql.settings.track_wal_io_timing, which cannot be overruled: the time in fsync is measured by it`,
		`{"backends": {"cache": {"settings": {}}}}`:                                  `has the unknown field backends.cache.settings; known fields: backends.cache.path, backends.cache.user and backends.cache.environment`,
		`{"backends": {"cache": {"environment": {"SECRET": 1}}}}`:                    `has no text for backends.cache.environment.SECRET`,
		`{"backends": {"cache": {"path": "/x", "path": "/y"}}}`:                      `has the field backends.cache.path twice`,
	} {
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
