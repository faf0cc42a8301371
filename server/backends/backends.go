package backends

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"

	"millionrps/server/internal/counter"
	"millionrps/server/workload"
)

// Backends are one worker's connections to what is behind it. What was not asked for is nil.
type Backends struct {
	database   *database
	cache      *cache
	downstream *downstream
}

// Open connects to every service that the options name, with all connections of its pools, so that none is opened under load.
// Errors are one sentence; after one, nothing stays open.
func Open(ctx context.Context, o Options, figures *counter.Backends) (*Backends, error) {
	b := &Backends{}
	var err error
	if o.Database != "" {
		if b.database, err = openDatabase(ctx, o, figures); err != nil {
			return nil, err
		}
	}
	if o.Cache != "" {
		if b.cache, err = openCache(ctx, o, &figures.Cache); err != nil {
			return nil, errors.Join(err, b.Close())
		}
	}
	if o.Downstream != "" {
		b.downstream = newDownstream(o, &figures.Downstream)
	}
	return b, nil
}

// Close ends the connections. Nothing may be asked any more.
func (b *Backends) Close() error {
	if b.database != nil {
		b.database.close()
	}
	if b.cache != nil {
		return b.cache.client.Close()
	}
	return nil
}

// Routes are those that ask a service. The picker draws which row or key. A route whose service is not there is not found, and says so.
func (b *Backends) Routes(picker workload.Picker) []workload.Route {
	var requests atomic.Uint64
	pick := func(n int64) int64 { return int64(picker.Pick(0, requests.Add(1), 0, int(n))) }
	routes := []workload.Route{missing("/db-read", "--database"), missing("/db-write", "--database"), missing("/db-query", "--database")}
	if b.database != nil {
		routes = b.database.routes(pick)
	}
	if b.cache != nil {
		routes = append(routes, b.cache.route(pick))
	} else {
		routes = append(routes, missing("/cache-read", "--cache"))
	}
	if b.downstream != nil {
		return append(routes, b.downstream.route())
	}
	return append(routes, missing("/downstream", "--downstream"))
}

func missing(path, flag string) workload.Route {
	sentence := "Start the server with " + flag + " to have this route."
	return workload.Route{Path: path, ContentType: workload.TypeText, Uncounted: true, Ask: func(to []byte) ([]byte, int) {
		return append(to, sentence...), http.StatusNotFound
	}}
}

// failed is the answer of a route whose service did not give what was asked for. It says which, not why: errors of drivers hold addresses.
func failed(to []byte, status int, sentence string) ([]byte, int) {
	return append(to, sentence...), status
}
