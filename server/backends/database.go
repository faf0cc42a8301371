package backends

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"millionrps/server/internal/counter"
	"millionrps/server/workload"
)

const connectTimeout = 5 * time.Second

// rangeSize is how many rows /db-query aggregates.
const rangeSize = 1000

const (
	readSQL  = "SELECT id, price_cents, rating, name FROM items WHERE id = $1"
	querySQL = "SELECT count(*), coalesce(min(rating), 0), coalesce(max(rating), 0), coalesce(avg(rating), 0)::float8 " +
		"FROM items WHERE price_cents >= $1 AND price_cents < $2"
)

// item is a row as /db-read and /cache-read tell it.
type item struct {
	ID         int64  `json:"id"`
	PriceCents int32  `json:"priceCents"`
	Rating     int16  `json:"rating"`
	Name       string `json:"name"`
}

// summary is what /db-query tells of a range of rows.
type summary struct {
	Count int64   `json:"count"`
	Least int16   `json:"least"`
	Most  int16   `json:"most"`
	Mean  float64 `json:"mean"`
}

// database is a worker's pool of connections to a PostgreSQL.
type database struct {
	pool    *pgxpool.Pool
	figures *counter.Pool
	writes  *writes
	// rows are numbered from 1.
	rows int64
}

func openDatabase(ctx context.Context, o Options, figures *counter.Backends) (*database, error) {
	config, err := databaseConfig(o.Database)
	if err != nil {
		return nil, err
	}
	config.MaxConns = int32(o.DatabasePool)
	// All at once, and for as long as the server lives: a connection that is opened or closed under load costs time of its own.
	config.MinConns = config.MaxConns
	config.MaxConnLifetime, config.MaxConnIdleTime = 24*time.Hour, 24*time.Hour
	if !o.Prepared {
		config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeExec
	}
	d := &database{figures: &figures.Database}
	d.figures.Size.Store(int64(o.DatabasePool))
	config.AfterConnect = func(context.Context, *pgx.Conn) error {
		d.figures.Open.Add(1)
		return nil
	}
	config.BeforeClose = func(*pgx.Conn) { d.figures.Open.Add(-1) }
	if d.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, unreachable(err)
	}
	if err := d.fill(ctx, o.DatabasePool); err != nil {
		d.pool.Close()
		return nil, err
	}
	d.writes = startWrites(d, o.Batch, o.DatabasePool, &figures.Writes)
	return d, nil
}

func databaseConfig(address string) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		// The driver's own sentence repeats the address.
		return nil, errors.New("--database cannot be read: it must be like postgres://USER@HOST:PORT/NAME")
	}
	config.ConnConfig.ConnectTimeout = connectTimeout
	config.ConnConfig.RuntimeParams["application_name"] = "millionrps-server"
	return config, nil
}

// fill opens every connection, and asks how many rows there are.
func (d *database) fill(ctx context.Context, size int) error {
	all := make([]*pgxpool.Conn, 0, size)
	defer func() {
		for _, c := range all {
			c.Release()
		}
	}()
	for range size {
		c, err := d.pool.Acquire(ctx)
		if err != nil {
			return unreachable(err)
		}
		all = append(all, c)
	}
	err := all[0].QueryRow(ctx, "SELECT coalesce(max(id), 0) FROM items").Scan(&d.rows)
	switch {
	case isAnswer(err, undefinedTable), err == nil && d.rows == 0:
		return errors.New("the database has no items: fill it with --prepare first")
	case err != nil:
		return fmt.Errorf("the database could not be read: %w", err)
	}
	return nil
}

func unreachable(err error) error {
	var answer *pgconn.PgError
	if errors.As(err, &answer) {
		return fmt.Errorf("the database refused the connection: %s", answer.Message)
	}
	return fmt.Errorf("the database cannot be reached: %w", err)
}

func (d *database) close() {
	d.writes.stop()
	d.pool.Close()
}

func (d *database) routes(pick func(n int64) int64) []workload.Route {
	route := func(path string, ask func(to []byte) ([]byte, error)) workload.Route {
		return workload.Route{Path: path, ContentType: workload.TypeJSON, Ask: func(to []byte) ([]byte, int) {
			answer, err := ask(to)
			if err != nil {
				return failed(to, http.StatusServiceUnavailable, "The database did not answer.")
			}
			return answer, http.StatusOK
		}}
	}
	return []workload.Route{
		route("/db-read", func(to []byte) ([]byte, error) { return d.read(to, 1+pick(d.rows)) }),
		route("/db-write", func(to []byte) ([]byte, error) { return d.write(to, 1+pick(d.rows)) }),
		route("/db-query", func(to []byte) ([]byte, error) { return d.query(to, pick(max(1, d.rows-rangeSize+1))) }),
	}
}

func (d *database) read(to []byte, id int64) ([]byte, error) {
	var found item
	err := d.use(func(c *pgxpool.Conn) error {
		return c.QueryRow(context.Background(), readSQL, id).Scan(&found.ID, &found.PriceCents, &found.Rating, &found.Name)
	})
	if err != nil {
		return nil, err
	}
	return appendJSON(to, found)
}

func (d *database) query(to []byte, from int64) ([]byte, error) {
	var s summary
	err := d.use(func(c *pgxpool.Conn) error {
		return c.QueryRow(context.Background(), querySQL, from, from+rangeSize).Scan(&s.Count, &s.Least, &s.Most, &s.Mean)
	})
	if err != nil {
		return nil, err
	}
	return appendJSON(to, s)
}

// use gives a request a connection for as long as do takes. There is no timeout: who waits, waits, and the pool's figures tell how long.
func (d *database) use(do func(*pgxpool.Conn) error) error {
	asked := d.figures.Ask()
	c, err := d.pool.Acquire(context.Background())
	if err != nil {
		d.figures.GaveUp()
		return err
	}
	d.figures.Got(asked)
	if err := d.held(c, do); err != nil {
		d.figures.Failed.Add(1)
		return err
	}
	return nil
}

// held counts the time that a connection is away from the pool.
func (d *database) held(c *pgxpool.Conn, do func(*pgxpool.Conn) error) error {
	taken := d.figures.Take()
	defer func() {
		c.Release()
		d.figures.Return(taken)
	}()
	return do(c)
}

func appendJSON(to []byte, value any) ([]byte, error) {
	encoded, err := json.Marshal(value)
	return append(to, encoded...), err
}
