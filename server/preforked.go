package main

import (
	"fmt"
	"net"
	"os"

	"millionrps/server/internal/certificate"
	"millionrps/server/internal/listen"
	"millionrps/server/internal/prefork"
	"millionrps/server/internal/profiling"
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
	profiles, err := openProfiles(o.pprofSocket)
	if err != nil {
		return err
	}
	defer profiles.Close()
	identity, err := o.newIdentity()
	if err != nil {
		return err
	}
	handover, err := identity.Handover()
	if err != nil {
		return err
	}
	master, err := prefork.Start(o.workers, workerArguments(o, hold.Address), handover, stop)
	if err != nil {
		return err
	}
	defer removeProfilesOf(o)
	defer master.Close()
	workers := master.Workers()
	go socket.Serve(workers, o.told())
	profiles.ServeMerged(profilesOf(o, master))

	r := ready{Prefork: true, Listeners: master.Listeners(), GoMaxProcsPerWorker: master.GoMaxProcs(), PID: os.Getpid(), PIDs: pids(workers)}
	if err := announce(os.Stdout, r, o, hold.Address, identity); err != nil {
		return err
	}
	return logged(o.url(hold.Address), o.framework, workers, func() error { return master.Supervise(stop, o.drainTimeout) })
}

// runWorker serves from one of the processes that a master started.
func runWorker(o options, stop <-chan os.Signal) error {
	worker, err := prefork.NewWorker()
	if err != nil {
		return err
	}
	var profiles *profiling.Socket
	var content *content
	var identity *certificate.Identity
	listener, err := worker.Listen(func() (*net.TCPListener, error) {
		var err error
		if content, err = newContent(o, worker.Index, worker.Counter.Backends); err != nil {
			return nil, err
		}
		if identity, err = o.inheritedIdentity(); err != nil {
			return nil, err
		}
		if o.pprofSocket != "" {
			if profiles, err = profiling.Listen(profiling.WorkerSocket(o.pprofSocket, worker.Index)); err != nil {
				return nil, err
			}
		}
		return listen.Shared(o.address)
	})
	defer profiles.Close()
	if err != nil {
		return err
	}
	profiles.ServeOwn()
	err = content.closeAfter(serve(o, identity, stop, listener, content.routes, worker.Counter))
	if err != nil {
		return fmt.Errorf("worker %d: %w", worker.Index, err)
	}
	return nil
}
