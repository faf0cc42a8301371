package main

import (
	"os"
	"runtime"

	"millionrps/server/internal/counter"
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
	requests := counter.NewSharded(o.workers)
	content, err := newContent(o, 0, requests.Backends)
	if err != nil {
		return err
	}
	identity, err := o.newIdentity()
	if err != nil {
		return err
	}
	workers := []stats.Worker{{PID: os.Getpid(), Counter: requests}}
	go socket.Serve(workers, o.told())
	profiles.ServeOwn()

	at := listen.Address(listener)
	r := ready{Listeners: 1, GoMaxProcsPerWorker: runtime.GOMAXPROCS(0), PID: os.Getpid(), PIDs: pids(workers)}
	if err := announce(os.Stdout, r, o, at, identity); err != nil {
		return err
	}
	return logged(o.url(at), o.framework, workers, func() error {
		return content.closeAfter(serve(o, identity, stop, listener, content.routes, requests))
	})
}
