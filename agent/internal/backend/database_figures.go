package backend

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/jackc/pgx/v5"
)

// counters of PostgreSQL since it was started. The sessions hand theirs in once a second at most, so each is up to a second old.
const countersSQL = `
SELECT d.xact_commit, d.xact_rollback, d.blks_read, d.blks_hit,
	w.fsyncs, (w.fsync_time * 1000)::bigint, w.writes, (w.write_time * 1000)::bigint, s.wal_bytes::bigint
FROM (SELECT sum(xact_commit)::bigint AS xact_commit, sum(xact_rollback)::bigint AS xact_rollback,
		sum(blks_read)::bigint AS blks_read, sum(blks_hit)::bigint AS blks_hit FROM pg_stat_database) AS d,
	(SELECT coalesce(sum(fsyncs), 0)::bigint AS fsyncs, coalesce(sum(fsync_time), 0) AS fsync_time,
		coalesce(sum(writes), 0)::bigint AS writes, coalesce(sum(write_time), 0) AS write_time
		FROM pg_stat_io WHERE object = 'wal') AS w,
	pg_stat_wal AS s`

// sessionsSQL counts active client sessions by what they wait for. A session that waits for another session's flush
// of the WAL waits for the disk too; the WAL's locks in memory (WALInsert, WALBufMapping) are not the disk.
const sessionsSQL = `
SELECT count(*),
	count(*) FILTER (WHERE wait_event_type = 'Lock'),
	count(*) FILTER (WHERE wait_event IN ('WalSync', 'WalWrite', 'WalInitSync', 'WalInitWrite', 'WALWrite')),
	count(*) FILTER (WHERE wait_event_type = 'IO' AND wait_event NOT LIKE 'Wal%'),
	count(*) FILTER (WHERE wait_event_type IS NULL)
FROM pg_stat_activity WHERE backend_type = 'client backend' AND state = 'active' AND pid <> pg_backend_pid()`

// databaseColumns are in the order of the values. Sessions are sums over looks: divided by the looks they are means.
var databaseColumns = []string{
	"database/readMonotonicUs", "database/commits", "database/rollbacks", "database/blocksRead", "database/blocksHit",
	"database/wal/fsyncs", "database/wal/fsyncUs", "database/wal/writes", "database/wal/writeUs", "database/wal/bytes",
	"database/sessions/looks", "database/sessions/active", "database/sessions/lock", "database/sessions/wal", "database/sessions/io", "database/sessions/running",
}

const (
	firstCounter = 1
	firstSession = 10
)

// databaseSession asks PostgreSQL.
type databaseSession struct {
	database   *Database
	connection *pgx.Conn
}

// Watch connects and reads once.
func (d *Database) Watch(ctx context.Context, log *slog.Logger) (*Monitor, error) {
	connection, err := d.connect(ctx)
	if err != nil {
		return nil, fmt.Errorf("watching PostgreSQL: %w", err)
	}
	return watch(ctx, &databaseSession{d, connection}, log)
}

func (s *databaseSession) service() string { return "PostgreSQL" }

func (s *databaseSession) columns() []string { return databaseColumns }

func (s *databaseSession) looksPerSecond() int { return 10 }

func (s *databaseSession) look(ctx context.Context, values []int64) error {
	sums := values[firstSession:]
	seen := make([]int64, len(sums)-1)
	if err := s.connection.QueryRow(ctx, sessionsSQL).Scan(pointers(seen)...); err != nil {
		return err
	}
	sums[0]++
	for i, n := range seen {
		sums[1+i] += n
	}
	return nil
}

func (s *databaseSession) read(ctx context.Context, values []int64) error {
	return s.connection.QueryRow(ctx, countersSQL).Scan(pointers(values[firstCounter:firstSession])...)
}

func (s *databaseSession) cut() bool { return s.connection.IsClosed() }

func (s *databaseSession) reconnect(ctx context.Context) error {
	connection, err := s.database.connect(ctx)
	if err == nil {
		s.connection = connection
	}
	return err
}

func (s *databaseSession) close() { _ = s.connection.Close(context.Background()) }

func pointers(values []int64) []any {
	all := make([]any, len(values))
	for i := range values {
		all[i] = &values[i]
	}
	return all
}
