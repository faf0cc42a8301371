package main

import (
	"net"
	"os"
	"runtime"

	"millionrps/server/internal/counter"
	"millionrps/server/internal/drain"
	"millionrps/server/internal/listen"
	"millionrps/server/internal/stats"
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
	profiles, err := openProfiles(o.pprofSocket)
	if err != nil {
		return err
	}
	defer profiles.Close()
	routes, err := newRoutes(o.pick, 0)
	if err != nil {
		return err
	}
	requests := counter.NewSharded(o.workers)
	workers := []stats.Worker{{PID: os.Getpid(), Counter: requests}}
	go socket.Serve(workers)
	profiles.ServeOwn()

	at := listen.Address(listener)
	r := ready{Listeners: 1, GoMaxProcsPerWorker: runtime.GOMAXPROCS(0), PID: os.Getpid(), PIDs: pids(workers)}
	if err := announce(os.Stdout, r, o, at); err != nil {
		return err
	}
	return logged(at, o.framework, workers, func() error {
		return drain.ServeUntil(stop, o.drainTimeout, listener, func(connections net.Listener) error {
			return o.framework.Serve(connections, routes, requests)
		})
	})
}
