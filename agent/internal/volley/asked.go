package volley

import (
	"runtime"

	"millionrps/agent/internal/requests"
)

// Asked is the load that was asked for, with what was chosen for it.
type Asked struct {
	URL                   string              `json:"url"`
	Requests              []AskedRequest      `json:"requests"`
	Headers               []string            `json:"headers"`
	Variables             []requests.Variable `json:"variables"`
	VariablesSeed         uint32              `json:"variablesSeed"`
	Draw                  int                 `json:"draw"`
	Client                int                 `json:"client"` // of Clients, from 0 on
	Clients               int                 `json:"clients"`
	Loop                  string              `json:"loop"` // closed or open
	Connections           int                 `json:"connections"`
	Protocol              string              `json:"protocol"`          // http/1.1 or h2
	Pipelining            int                 `json:"pipelining"`        // of h2: streams on a connection
	RequestsPerSecond     *float64            `json:"requestsPerSecond"` // null in a closed loop, as the next three are
	Arrivals              *string             `json:"arrivals"`
	RampFromPerSecond     *float64            `json:"rampFromPerSecond"` // null without a ramp
	RampSeconds           *float64            `json:"rampSeconds"`
	DurationSeconds       float64             `json:"durationSeconds"`
	WarmupSeconds         float64             `json:"warmupSeconds"`
	TimeoutSeconds        float64             `json:"timeoutSeconds"`
	StartAtUs             *int64              `json:"startAtUs"` // of the load, warm-up first; null: at once
	RequestsPerConnection *int                `json:"requestsPerConnection"`
	Cookies               bool                `json:"cookies"`
	Decompress            bool                `json:"decompress"`
	TLS                   *AskedTLS           `json:"tls"` // null: http
	Loops                 int                 `json:"loops"`
	GoVersion             string              `json:"goVersion"`
}

// AskedTLS is how https was to be spoken.
type AskedTLS struct {
	ServerName      string `json:"serverName"`
	AuthoritiesFile string `json:"authoritiesFile"` // trusted alone; empty: those that the system trusts
	AlsoFile        string `json:"alsoFile"`        // trusted beside those that the system trusts
	Any             bool   `json:"any"`
	Resume          bool   `json:"resume"`
}

// AskedRequest is one of the requests, and what its response had to be.
type AskedRequest struct {
	Method         string              `json:"method"`
	Path           string              `json:"path"`
	Weight         int                 `json:"weight"`
	Headers        []requests.Header   `json:"headers"` // names of secrets, never their values
	Body           *requests.Described `json:"body"`
	ExpectStatus   *int                `json:"expectStatus"` // null: any from 200 to 299
	ExpectBytes    *int64              `json:"expectBytes"`
	ExpectSHA256   *string             `json:"expectSha256"`
	ExpectContains *string             `json:"expectContains"`
}

func (o *Options) loopName() string {
	if o.Open() {
		return "open"
	}
	return "closed"
}

func asked(o *Options) Asked {
	a := Asked{
		URL: o.URL.String(), Headers: append([]string{}, o.Headers...), Loop: o.loopName(), Connections: o.Connections, Protocol: o.Protocol, Pipelining: o.Pipelining,
		DurationSeconds: o.Duration.Seconds(), WarmupSeconds: o.Warmup.Seconds(), TimeoutSeconds: o.Timeout.Seconds(),
		Variables: append([]requests.Variable{}, o.Variables...), VariablesSeed: o.DrawSeed, Draw: o.Draw, Client: o.Client, Clients: max(1, o.Clients),
		Cookies: o.Cookies, Decompress: o.Decompress, Loops: o.Loops, GoVersion: runtime.Version(),
	}
	if o.Open() {
		a.RequestsPerSecond, a.Arrivals = &o.Rate, &o.Arrivals
	}
	if o.Ramp > 0 {
		ramp := o.Ramp.Seconds()
		a.RampFromPerSecond, a.RampSeconds = &o.RampFrom, &ramp
	}
	if o.StartAtUs > 0 {
		a.StartAtUs = &o.StartAtUs
	}
	if o.RequestsPerConnection > 0 {
		a.RequestsPerConnection = &o.RequestsPerConnection
	}
	if o.URL.Scheme == "https" {
		a.TLS = &AskedTLS{ServerName: o.serverName(), AuthoritiesFile: o.TLS.AuthoritiesFile, AlsoFile: o.TLS.AlsoFile, Any: o.TLS.Any, Resume: !o.TLS.NoResume}
	}
	for _, r := range o.Requests {
		request := AskedRequest{Method: r.Method, Path: r.Path, Weight: r.Weight, Headers: append([]requests.Header{}, r.Headers...), Body: r.Body.Described(),
			ExpectStatus: r.Expect.Status, ExpectBytes: r.Expect.Bytes, ExpectSHA256: r.Expect.SHA256, ExpectContains: r.Expect.Contains}
		a.Requests = append(a.Requests, request)
	}
	return a
}
