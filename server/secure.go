package main

import (
	"crypto/tls"
	"net"
	"os"

	"millionrps/server/internal/certificate"
	"millionrps/server/internal/counter"
	"millionrps/server/internal/drain"
	"millionrps/server/workload"
)

// newIdentity makes a certificate; nil where TLS is not asked for.
func (o *options) newIdentity() (*certificate.Identity, error) {
	if !o.tls {
		return nil, nil
	}
	return certificate.Make(o.address.Addr())
}

// inheritedIdentity is the master's, which comes on standard input: a command line or an environment would show its key.
func (o *options) inheritedIdentity() (*certificate.Identity, error) {
	if !o.tls {
		return nil, nil
	}
	return certificate.Receive(os.Stdin)
}

// serve answers until stop says so and everything is answered.
func serve(o options, identity *certificate.Identity, stop <-chan os.Signal, tcp *net.TCPListener, routes []workload.Route, requests *counter.Counter) error {
	listener := drain.NewListener(tcp)
	if identity == nil {
		return drain.ServeUntil(stop, o.drainTimeout, listener, func(connections net.Listener) error {
			return o.framework.Serve(connections, routes, requests)
		})
	}
	config, err := identity.Config(o.framework.Protocols)
	if err != nil {
		return err
	}
	listener.Records = true
	return drain.ServeUntil(stop, o.drainTimeout, listener, func(connections net.Listener) error {
		return o.framework.Serve(tls.NewListener(connections, config), routes, requests)
	})
}
