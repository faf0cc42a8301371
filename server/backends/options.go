// Package backends asks the services behind the reference server: a PostgreSQL, a Redis or Valkey, and another server.
package backends

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Bounds of what can be asked for.
const (
	PoolMax    = 1000
	BatchMax   = 1000
	RetriesMax = 10
)

// Options say which services there are. An empty address is one that is not there.
type Options struct {
	// Database is postgres://USER@HOST:PORT/NAME. Its password comes with the environment: PGPASSWORD, or PGPASSFILE, which names a file.
	Database string
	// DatabasePool and CachePool are connections of one worker.
	DatabasePool int
	// Prepared keeps a statement on its connection once it was planned; without, it is parsed and planned each time.
	Prepared bool
	// Batch is how many requests of /db-write may share one INSERT and its commit.
	Batch int
	// Cache is redis://USER@HOST:PORT/DATABASE. Its password comes with the environment: REDISCLI_AUTH.
	Cache     string
	CachePool int
	// Downstream is what /downstream calls.
	Downstream string
	// Timeout is that of one attempt; Retries are the attempts that may follow the first.
	Timeout time.Duration
	Retries int
}

// Check returns one sentence about what cannot be used.
func (o Options) Check() error {
	switch {
	case o.DatabasePool < 1 || o.DatabasePool > PoolMax:
		return fmt.Errorf("--db-pool must be between 1 and %d, not %d", PoolMax, o.DatabasePool)
	case o.CachePool < 1 || o.CachePool > PoolMax:
		return fmt.Errorf("--cache-pool must be between 1 and %d, not %d", PoolMax, o.CachePool)
	case o.Batch < 1 || o.Batch > BatchMax:
		return fmt.Errorf("--db-batch must be between 1 and %d, not %d", BatchMax, o.Batch)
	case o.Timeout <= 0 || o.Timeout > time.Minute:
		return fmt.Errorf("--downstream-timeout must be longer than 0 and at most 1m, not %s", o.Timeout)
	case o.Retries < 0 || o.Retries > RetriesMax:
		return fmt.Errorf("--downstream-retries must be between 0 and %d, not %d", RetriesMax, o.Retries)
	}
	return errors.Join(
		checkAddress("--database", o.Database, "postgres://USER@HOST:PORT/NAME", "PGPASSWORD or PGPASSFILE", []string{"sslmode", "sslrootcert", "sslcert", "sslkey"}, "postgres", "postgresql"),
		checkAddress("--cache", o.Cache, "redis://HOST:PORT/0", "REDISCLI_AUTH", nil, "redis"),
		checkAddress("--downstream", o.Downstream, "http://HOST:PORT/simple", "", nil, "http"),
	)
}

// checkAddress never repeats an address that may hold a password: what a process is started with is there for all to read. Behind the question
// mark may be the keys, as nobody knows what any other one holds.
func checkAddress(flag, address, example, passwordIn string, keys []string, schemes ...string) error {
	if address == "" {
		return nil
	}
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" || !slices.Contains(schemes, parsed.Scheme) {
		return fmt.Errorf("%s must be like %s", flag, example)
	}
	query, err := url.ParseQuery(parsed.RawQuery)
	_, password := parsed.User.Password()
	if password || query.Has("password") || passwordIn == "" && parsed.User != nil {
		if passwordIn == "" {
			return fmt.Errorf("%s must not hold a password, which every user of this machine could read", flag)
		}
		return fmt.Errorf("%s must not hold a password, which every user of this machine could read: set %s in the environment", flag, passwordIn)
	}
	for key := range query {
		if !slices.Contains(keys, key) {
			err = errUnknownKey
		}
	}
	switch {
	case err == nil:
		return nil
	case len(keys) > 0:
		return fmt.Errorf("%s must have nothing behind its ? but %s: every user of this machine could read it", flag, strings.Join(keys, ", "))
	}
	return fmt.Errorf("%s must have nothing behind its ?: every user of this machine could read it", flag)
}

var errUnknownKey = errors.New("a key is not known")
