package main

import (
	"errors"
	"flag"
	"fmt"
	"time"

	"millionrps/server/backends"
	"millionrps/server/workload"
)

func (o *options) declareBackends(flags *flag.FlagSet) {
	b := &o.backends
	flags.StringVar(&b.Database, "database", "", "`address` of a PostgreSQL, postgres://USER@HOST:PORT/NAME, for the routes /db-...; its password is PGPASSWORD, or in the file that PGPASSFILE names")
	flags.IntVar(&b.DatabasePool, "db-pool", 10, "`number` of connections of each worker to the database")
	flags.BoolVar(&b.Prepared, "db-prepared", true, "plan a statement once for each connection, instead of each time")
	flags.IntVar(&b.Batch, "db-batch", 1, "`number` of requests of /db-write that may share one INSERT and its commit")
	flags.StringVar(&b.Cache, "cache", "", "`address` of a Redis or Valkey, redis://HOST:PORT/0, for /cache-read; its password is REDISCLI_AUTH")
	flags.IntVar(&b.CachePool, "cache-pool", 10, "`number` of connections of each worker to the cache")
	flags.StringVar(&b.Downstream, "downstream", "", "`address` that /downstream calls, http://HOST:PORT/simple")
	flags.DurationVar(&b.Timeout, "downstream-timeout", time.Second, "how long one attempt of /downstream may take")
	flags.IntVar(&b.Retries, "downstream-retries", 0, "`number` of attempts that may follow one that failed")
	flags.Func("failing", "`percentage` of the answers that are refusals with status 503, such as 1%", func(text string) (err error) {
		o.degradation.Failing, err = workload.ParsePercent(text)
		return err
	})
	flags.DurationVar(&o.degradation.Delay, "delay", 0, "how long every answer is held back")
	flags.Uint64Var(&o.degradation.Seed, "seed", 1, "`number` that decides which answers fail")
	flags.BoolVar(&o.prepare, "prepare", false, "fill the empty database and the empty cache that are named, and exit")
	flags.Int64Var(&o.rows, "rows", 100_000, "`number` of rows and keys that --prepare makes")
}

func (o *options) checkBackends() error {
	switch {
	case o.degradation.Delay < 0 || o.degradation.Delay > time.Minute:
		return fmt.Errorf("--delay must be between 0 and 1m, not %s", o.degradation.Delay)
	case o.rows < backends.RowsMin || o.rows > backends.RowsMax:
		return fmt.Errorf("--rows must be between %d and %d, not %d", backends.RowsMin, backends.RowsMax, o.rows)
	case o.prepare && o.backends.Database == "" && o.backends.Cache == "":
		return errors.New("--prepare needs a --database or a --cache to fill")
	}
	return o.backends.Check()
}

// backendArguments are those of a worker.
func (o *options) backendArguments() []string {
	b := o.backends
	return []string{
		"--database", b.Database,
		"--db-pool", fmt.Sprint(b.DatabasePool),
		fmt.Sprintf("--db-prepared=%t", b.Prepared),
		"--db-batch", fmt.Sprint(b.Batch),
		"--cache", b.Cache,
		"--cache-pool", fmt.Sprint(b.CachePool),
		"--downstream", b.Downstream,
		"--downstream-timeout", b.Timeout.String(),
		"--downstream-retries", fmt.Sprint(b.Retries),
		"--failing", fmt.Sprintf("%v%%", 100*o.degradation.Failing),
		"--delay", o.degradation.Delay.String(),
		"--seed", fmt.Sprint(o.degradation.Seed),
	}
}
