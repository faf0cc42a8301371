package backends

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/redis/go-redis/v9"
)

// Bounds of how many rows or keys --prepare makes.
const (
	RowsMin = 1000
	RowsMax = 10_000_000
)

// stride is a prime above RowsMax, so that the prices of all rows are the numbers below their count in another order: neighbours by
// price are not neighbours on disk.
const stride = 15_485_863

// makeItem is the row or key of a number from 1 to rows: the same at each preparation.
func makeItem(id, rows int64) item {
	return item{
		ID: id, PriceCents: int32(id * stride % rows), Rating: int16(id * id % 53),
		Name: fmt.Sprintf("item %08d of %08d, made for a benchmark and for nothing else", id, rows),
	}
}

const tables = `
CREATE TABLE items (id bigint PRIMARY KEY, price_cents integer NOT NULL, rating smallint NOT NULL, name text NOT NULL);
CREATE TABLE events (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, item_id bigint NOT NULL, note text NOT NULL,
	made_at timestamptz NOT NULL DEFAULT now())`

// afterRows are run statement by statement: VACUUM takes no transaction. The scans by index bring the table and both indexes into
// memory, as far as it is large enough; a scan in the order of the disk would be kept to a corner of it.
var afterRows = []string{
	"CREATE INDEX items_price_cents ON items (price_cents)",
	"VACUUM (FREEZE, ANALYZE) items",
	"SET enable_seqscan = off",
	"SET enable_bitmapscan = off",
	"SELECT sum(rating) FROM items WHERE id > 0",
	"SELECT count(*) FROM items WHERE price_cents >= 0",
}

// Codes of PostgreSQL's answers.
const (
	undefinedTable        = "42P01"
	duplicateTable        = "42P07"
	insufficientPrivilege = "42501"
)

func isAnswer(err error, code string) bool {
	var answer *pgconn.PgError
	return errors.As(err, &answer) && answer.Code == code
}

// Prepare fills an empty database and an empty cache, those that the options name. What holds something already is refused and not touched.
func Prepare(ctx context.Context, o Options, rows int64) error {
	if o.Database != "" {
		if err := prepareDatabase(ctx, o.Database, rows); err != nil {
			return err
		}
	}
	if o.Cache != "" {
		return prepareCache(ctx, o.Cache, rows)
	}
	return nil
}

func prepareDatabase(ctx context.Context, address string, rows int64) error {
	config, err := databaseConfig(address)
	if err != nil {
		return err
	}
	connection, err := pgx.ConnectConfig(ctx, config.ConnConfig)
	if err != nil {
		return unreachable(err)
	}
	defer connection.Close(context.WithoutCancel(ctx))
	if err := fillDatabase(ctx, connection, rows); err != nil {
		if isAnswer(err, duplicateTable) {
			return errors.New("the database is in use already: give an empty one")
		}
		return fmt.Errorf("the database could not be filled: %w", err)
	}
	return nil
}

func fillDatabase(ctx context.Context, connection *pgx.Conn, rows int64) error {
	// Both tables in one transaction, or none.
	if _, err := connection.PgConn().Exec(ctx, tables).ReadAll(); err != nil {
		return err
	}
	id := int64(0)
	_, err := connection.CopyFrom(ctx, pgx.Identifier{"items"}, []string{"id", "price_cents", "rating", "name"}, pgx.CopyFromFunc(func() ([]any, error) {
		if id == rows {
			return nil, nil
		}
		id++
		made := makeItem(id, rows)
		return []any{made.ID, made.PriceCents, made.Rating, made.Name}, nil
	}))
	if err != nil {
		return err
	}
	for _, statement := range afterRows {
		if _, err := connection.PgConn().Exec(ctx, statement).ReadAll(); err != nil {
			return err
		}
	}
	// What was written goes to disk now rather than during a measurement. Not every role may ask for that.
	_, err = connection.PgConn().Exec(ctx, "CHECKPOINT").ReadAll()
	if isAnswer(err, insufficientPrivilege) {
		return nil
	}
	return err
}

// keysAtOnce is how many keys one round trip sets.
const keysAtOnce = 1000

func prepareCache(ctx context.Context, address string, rows int64) error {
	options, err := cacheOptions(address)
	if err != nil {
		return err
	}
	client := redis.NewClient(options)
	defer client.Close()
	keys, err := client.DBSize(ctx).Result()
	switch {
	case err != nil:
		return fmt.Errorf("the cache cannot be reached: %w", err)
	case keys > 0:
		return errors.New("the cache is in use already: give an empty one")
	}
	for from := int64(1); from <= rows; from += keysAtOnce {
		if err := setKeys(ctx, client, from, min(rows, from+keysAtOnce-1), rows); err != nil {
			return fmt.Errorf("the cache could not be filled: %w", err)
		}
	}
	return nil
}

func setKeys(ctx context.Context, client *redis.Client, from, to, rows int64) error {
	_, err := client.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		for id := from; id <= to; id++ {
			encoded, err := json.Marshal(makeItem(id, rows))
			if err != nil {
				return err
			}
			pipe.Set(ctx, key(id), encoded, 0)
		}
		return nil
	})
	return err
}
