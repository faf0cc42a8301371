// Package fiber serves the workload with Fiber 3.
package fiber

import (
	"net"

	gofiber "github.com/gofiber/fiber/v3"

	"millionrps/server/internal/counter"
	"millionrps/server/workload"
)

const (
	Name    = "fiber"
	Version = gofiber.Version
)

// writeBufferBytes lets a whole answer of /read leave in one write:
// Fiber's default of 4,096 bytes splits it in two.
const writeBufferBytes = 16 * 1024

// Serve answers requests of the listener's connections until the listener is closed.
func Serve(listener net.Listener, picker *workload.Picker, requests *counter.Counter) error {
	return newApp(picker, requests).Listener(listener, gofiber.ListenConfig{DisableStartupMessage: true})
}

func newApp(picker *workload.Picker, requests *counter.Counter) *gofiber.App {
	app := gofiber.New(gofiber.Config{
		CaseSensitive:           true,
		StrictRouting:           true,
		DisableHeadAutoRegister: true,
		WriteBufferSize:         writeBufferBytes,
	})
	app.Get("/simple", simple(requests))
	app.Get("/read", read(picker, requests))
	app.Get("/health", health)
	return app
}

func simple(requests *counter.Counter) gofiber.Handler {
	contentType := []byte(gofiber.MIMETextPlain)
	return func(c gofiber.Ctx) error {
		request := c.RequestCtx()
		request.Response.Header.SetContentTypeBytes(contentType)
		request.Response.SetBodyRaw(workload.Simple)
		requests.Add(request.ConnID())
		return nil
	}
}

func read(picker *workload.Picker, requests *counter.Counter) gofiber.Handler {
	contentType := []byte(gofiber.MIMEApplicationJSON)
	return func(c gofiber.Ctx) error {
		request := c.RequestCtx()
		number := requests.Add(request.ConnID())
		request.Response.Header.SetContentTypeBytes(contentType)
		request.Response.SetBodyRaw(picker.Pick(request.ConnID(), number))
		return nil
	}
}

func health(c gofiber.Ctx) error {
	return c.SendString("ok")
}
