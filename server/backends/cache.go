package backends

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"

	"millionrps/server/internal/counter"
	"millionrps/server/workload"
)

// cache is a worker's pool of connections to a Redis or Valkey.
type cache struct {
	client  *redis.Client
	figures *counter.Pool
	// free has a token for each connection, so that who waits waits here, where it is timed as for the database, and never in the driver.
	free chan struct{}
	// keys are numbered from 1.
	keys int64
}

func openCache(ctx context.Context, o Options, figures *counter.Pool) (*cache, error) {
	options, err := cacheOptions(o.Cache)
	if err != nil {
		return nil, err
	}
	options.PoolSize, options.MinIdleConns = o.CachePool, o.CachePool
	options.Dialer = func(ctx context.Context, network, address string) (net.Conn, error) {
		connection, err := (&net.Dialer{Timeout: connectTimeout}).DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		figures.Open.Add(1)
		return &counted{Conn: connection, closed: sync.OnceFunc(func() { figures.Open.Add(-1) })}, nil
	}
	c := &cache{client: redis.NewClient(options), figures: figures, free: make(chan struct{}, o.CachePool)}
	figures.Size.Store(int64(o.CachePool))
	for range o.CachePool {
		c.free <- struct{}{}
	}
	if err := c.count(ctx); err != nil {
		return nil, errors.Join(err, c.client.Close())
	}
	return c, nil
}

func cacheOptions(address string) (*redis.Options, error) {
	options, err := redis.ParseURL(address)
	if err != nil {
		return nil, errors.New("--cache cannot be read: it must be like redis://HOST:PORT/0")
	}
	options.Password = os.Getenv("REDISCLI_AUTH")
	options.ConnMaxIdleTime = -1
	// The driver's own retries would hide failures, and add calls that nobody asked for.
	options.MaxRetries = -1
	options.DisableIdentity = true
	options.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	return options, nil
}

func (c *cache) count(ctx context.Context) (err error) {
	if c.keys, err = c.client.DBSize(ctx).Result(); err != nil {
		return fmt.Errorf("the cache cannot be reached: %w", err)
	}
	if c.keys == 0 {
		return errors.New("the cache has no items: fill it with --prepare first")
	}
	return nil
}

func (c *cache) route(pick func(n int64) int64) workload.Route {
	return workload.Route{Path: "/cache-read", ContentType: workload.TypeJSON, Ask: func(to []byte) ([]byte, int) {
		answer, err := c.read(1 + pick(c.keys))
		if err != nil {
			return failed(to, http.StatusServiceUnavailable, "The cache did not answer.")
		}
		return append(to, answer...), http.StatusOK
	}}
}

func (c *cache) read(id int64) ([]byte, error) {
	asked := c.figures.Ask()
	<-c.free
	c.figures.Got(asked)
	taken := c.figures.Take()
	answer, err := c.client.Get(context.Background(), key(id)).Bytes()
	c.figures.Return(taken)
	c.free <- struct{}{}
	if err != nil {
		c.figures.Failed.Add(1)
	}
	return answer, err
}

func key(id int64) string { return "item:" + strconv.FormatInt(id, 10) }

// counted tells when a connection is closed.
type counted struct {
	net.Conn
	closed func()
}

func (c *counted) Close() error {
	c.closed()
	return c.Conn.Close()
}
