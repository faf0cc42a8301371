// Package fiber serves the workload with Fiber 3.
package fiber

import (
	"net"

	gofiber "github.com/gofiber/fiber/v3"

	"millionrps/server/frameworks/fasthttp"
	"millionrps/server/internal/counter"
	"millionrps/server/workload"
)

const Version = gofiber.Version

// Serve answers requests of the listener's connections until the listener is closed.
func Serve(listener net.Listener, routes []workload.Route, requests *counter.Counter) error {
	return newApp(routes, requests).Listener(listener, gofiber.ListenConfig{DisableStartupMessage: true})
}

func newApp(routes []workload.Route, requests *counter.Counter) *gofiber.App {
	app := gofiber.New(gofiber.Config{
		CaseSensitive:           true,
		StrictRouting:           true,
		DisableHeadAutoRegister: true,
		WriteBufferSize:         fasthttp.WriteBufferBytes,
	})
	for _, route := range routes {
		app.Get(route.Path, handler(route, requests))
	}
	return app
}

func handler(route workload.Route, requests *counter.Counter) gofiber.Handler {
	answer := fasthttp.Handler(route, requests)
	return func(c gofiber.Ctx) error {
		answer(c.RequestCtx())
		return nil
	}
}
