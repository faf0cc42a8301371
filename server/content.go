package main

import (
	"log"

	"millionrps/server/workload"
)

// newRoutes makes what a worker answers with.
func newRoutes(pick string, worker int) ([]workload.Route, error) {
	picker, err := workload.NewPicker(pick, worker)
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
	return workload.Routes(pool, picker), nil
}
