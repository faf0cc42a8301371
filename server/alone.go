package main

import (
	"net"
	"os"
	"runtime"

	"millionrps/server/frameworks/fiber"
	"millionrps/server/internal/counter"
	"millionrps/server/internal/drain"
	"millionrps/server/internal/listen"
	"millionrps/server/internal/stats"
	"millionrps/server/workload"
)

// runAlone serves from this process, on as many cores as there are workers.
func runAlone(o options, stop <-chan os.Signal) error {
	runtime.GOMAXPROCS(o.workers)
	listener, err := listen.Exclusive(o.address)
	if err != nil {
		return err
	}
	defer listener.Close()
	socket, err := openStats(o.statsSocket)
	if err != nil {
		return err
	}
	defer socket.Close()
	products, err := workload.Products(workload.ProductSeed, workload.ProductCount)
	if err != nil {
		return err
	}
	requests := counter.NewSharded(o.workers)
	workers := []stats.Worker{{PID: os.Getpid(), Counter: requests}}
	go socket.Serve(workers)

	at := listen.Address(listener)
	r := ready{GoMaxProcsPerWorker: runtime.GOMAXPROCS(0), PID: os.Getpid(), PIDs: pids(workers)}
	if err := announce(os.Stdout, r, at); err != nil {
		return err
	}
	return logged(at, workers, func() error {
		return drain.ServeUntil(stop, o.drainTimeout, listener, func(connections net.Listener) error {
			return fiber.Serve(connections, workload.NewPicker(products, 0), requests)
		})
	})
}
