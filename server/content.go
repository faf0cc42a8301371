package main

import (
	"context"
	"log"

	"millionrps/server/backends"
	"millionrps/server/internal/counter"
	"millionrps/server/workload"
)

// content is what a worker answers with, and what it asks for that.
type content struct {
	routes   []workload.Route
	backends *backends.Backends
}

// newContent makes products and connects to the backends. Its caller closes it.
func newContent(o options, worker int, figures *counter.Backends) (*content, error) {
	picker, err := workload.NewPicker(o.pick, worker)
	if err != nil {
		return nil, err
	}
	pool, err := workload.NewPool(workload.ProductSeed, workload.ProductCount)
	if err != nil {
		return nil, err
	}
	// All workers have the same products: one line says it for all.
	if worker == 0 {
		log.Printf("the answers of /read-gz have %.1f %% of the bytes of those of /read", 100*pool.GzipRatio())
	}
	asked, err := backends.Open(context.Background(), o.backends, figures)
	if err != nil {
		return nil, err
	}
	routes := append(workload.Routes(pool, picker), asked.Routes(picker)...)
	if o.degradation.Wanted() {
		routes = workload.Degrade(routes, o.degradation, worker)
	}
	return &content{routes: routes, backends: asked}, nil
}

// closeAfter ends the connections to the backends once everything is answered. A server that could not drain may still wait for
// them, and is about to end.
func (c *content) closeAfter(drained error) error {
	if drained != nil {
		return drained
	}
	return c.backends.Close()
}
