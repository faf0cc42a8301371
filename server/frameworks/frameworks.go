// Package frameworks lists the frameworks that can serve the workload, all with the same answers.
package frameworks

import (
	"fmt"
	"net"
	"strings"

	"millionrps/server/frameworks/fasthttp"
	"millionrps/server/frameworks/fiber"
	"millionrps/server/frameworks/nethttp"
	"millionrps/server/internal/counter"
	"millionrps/server/workload"
)

// Framework serves the workload.
type Framework struct {
	Name    string
	Version string
	// Protocols are those of TLS (ALPN), the best first.
	Protocols []string
	// Serve answers requests of the listener's connections until the listener is closed.
	Serve func(listener net.Listener, routes []workload.Route, requests *counter.Counter) error
}

var http1 = []string{"http/1.1"}

// All are in the order of what they add to the standard library.
var All = []Framework{
	{Name: "nethttp", Version: nethttp.Version, Protocols: nethttp.Protocols, Serve: nethttp.Serve},
	{Name: "fasthttp", Version: fasthttp.Version, Protocols: http1, Serve: fasthttp.Serve},
	{Name: "fiber", Version: fiber.Version, Protocols: http1, Serve: fiber.Serve},
}

// Default is the one that is served unless another is asked for.
const Default = "fiber"

// Named finds a framework. The error names the known ones.
func Named(name string) (Framework, error) {
	names := make([]string, len(All))
	for i, framework := range All {
		if framework.Name == name {
			return framework, nil
		}
		names[i] = framework.Name
	}
	last := len(names) - 1
	return Framework{}, fmt.Errorf("--framework must be %s or %s, not %q", strings.Join(names[:last], ", "), names[last], name)
}
