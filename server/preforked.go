package main

import (
	"fmt"
	"net"
	"os"

	"millionrps/server/frameworks/fiber"
	"millionrps/server/internal/drain"
	"millionrps/server/internal/listen"
	"millionrps/server/internal/prefork"
	"millionrps/server/workload"
)

// runMaster starts workers that share the port, and looks after them.
func runMaster(o options, stop <-chan os.Signal) error {
	hold, err := listen.HoldPort(o.address)
	if err != nil {
		return err
	}
	defer hold.Release()
	socket, err := openStats(o.statsSocket)
	if err != nil {
		return err
	}
	defer socket.Close()
	master, err := prefork.Start(o.workers, workerArguments(o, hold.Address), stop)
	if err != nil {
		return err
	}
	defer master.Close()
	workers := master.Workers()
	go socket.Serve(workers)

	r := ready{Prefork: true, GoMaxProcsPerWorker: master.GoMaxProcs(), PID: os.Getpid(), PIDs: pids(workers)}
	if err := announce(os.Stdout, r, hold.Address); err != nil {
		return err
	}
	return logged(hold.Address, workers, func() error { return master.Supervise(stop, o.drainTimeout) })
}

// runWorker serves from one of the processes that a master started.
func runWorker(o options, stop <-chan os.Signal) error {
	worker, err := prefork.NewWorker()
	if err != nil {
		return err
	}
	products, err := workload.Products(workload.ProductSeed, workload.ProductCount)
	if err != nil {
		return err
	}
	listener, err := worker.Listen(func() (*net.TCPListener, error) { return listen.Shared(o.address) })
	if err != nil {
		return err
	}
	err = drain.ServeUntil(stop, o.drainTimeout, listener, func(connections net.Listener) error {
		return fiber.Serve(connections, workload.NewPicker(products, worker.Index), worker.Counter)
	})
	if err != nil {
		return fmt.Errorf("worker %d: %w", worker.Index, err)
	}
	return nil
}
