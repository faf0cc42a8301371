package backends

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"millionrps/server/internal/counter"
)

const (
	writeSQL = "INSERT INTO events (item_id, note) VALUES ($1, $2)"
	batchSQL = "INSERT INTO events (item_id, note) SELECT item, $2 FROM unnest($1::bigint[]) AS item"
)

// note is what an event holds beside its numbers: 100 bytes.
var note = strings.Repeat("0123456789", 10)

// writes collects rows of /db-write that share an INSERT. Nothing waits for a batch to become full: a batch is what waits when a connection
// is free, up to its bound, so that batches are as large as the database is slow.
type writes struct {
	database *database
	figures  *counter.Writes
	most     int
	queue    chan *write
	stopped  chan struct{}
	ended    sync.WaitGroup
}

// write is one request's row.
type write struct {
	item  int64
	asked time.Time
	done  chan error
}

// startWrites starts no batching where each request has an INSERT of its own.
func startWrites(d *database, most, connections int, figures *counter.Writes) *writes {
	w := &writes{database: d, figures: figures, most: most, queue: make(chan *write), stopped: make(chan struct{})}
	if most > 1 {
		for range connections {
			w.ended.Go(w.serve)
		}
	}
	return w
}

// stop waits for the batches that were begun. A request that comes or waits after it, as the drain took too long, gets an error.
func (w *writes) stop() {
	close(w.stopped)
	w.ended.Wait()
}

var errStopped = errors.New("the server is ending")

var written = []byte(`{"written":1}`)

// write returns when the row's transaction is committed.
func (d *database) write(to []byte, id int64) ([]byte, error) {
	w := d.writes
	if w.most > 1 {
		one := write{item: id, asked: d.figures.Ask(), done: make(chan error, 1)}
		select {
		case w.queue <- &one:
			return append(to, written...), <-one.done
		case <-w.stopped:
			d.figures.GaveUp()
			return nil, errStopped
		}
	}
	err := d.use(func(c *pgxpool.Conn) error {
		_, err := c.Exec(context.Background(), writeSQL, id, note)
		return err
	})
	if err != nil {
		return nil, err
	}
	w.figures.Rows.Add(1)
	w.figures.Commits.Add(1)
	return append(to, written...), nil
}

// serve writes batches, one after another, until it is stopped. There are as many of it as connections.
func (w *writes) serve() {
	figures := w.database.figures
	var batch []*write
	for {
		var first *write
		select {
		case first = <-w.queue:
		case <-w.stopped:
			return
		}
		batch = append(batch[:0], first)
		c, err := w.database.pool.Acquire(context.Background())
		if err != nil {
			figures.GaveUp()
			first.done <- err
			continue
		}
		batch = w.takeWaiting(batch)
		for _, one := range batch {
			figures.Got(one.asked)
		}
		err = w.database.held(c, func(c *pgxpool.Conn) error { return w.insert(c, batch) })
		for _, one := range batch {
			if err != nil {
				figures.Failed.Add(1)
			}
			one.done <- err
		}
	}
}

func (w *writes) takeWaiting(batch []*write) []*write {
	for len(batch) < w.most {
		select {
		case next := <-w.queue:
			batch = append(batch, next)
		default:
			return batch
		}
	}
	return batch
}

func (w *writes) insert(c *pgxpool.Conn, batch []*write) error {
	items := make([]int64, len(batch))
	for i, one := range batch {
		items[i] = one.item
	}
	if _, err := c.Exec(context.Background(), batchSQL, items, note); err != nil {
		return err
	}
	w.figures.Rows.Add(int64(len(batch)))
	w.figures.Commits.Add(1)
	return nil
}
