package volley

import (
	"encoding/hex"
	"runtime"
)

// Asked is the load that was asked for, with what was chosen for it.
type Asked struct {
	URL                   string         `json:"url"`
	Requests              []AskedRequest `json:"requests"`
	Headers               []string       `json:"headers"`
	Loop                  string         `json:"loop"` // closed or open
	Connections           int            `json:"connections"`
	Pipelining            int            `json:"pipelining"`
	RequestsPerSecond     *float64       `json:"requestsPerSecond"` // null in a closed loop, as the next three are
	Arrivals              *string        `json:"arrivals"`
	RampFromPerSecond     *float64       `json:"rampFromPerSecond"` // null without a ramp
	RampSeconds           *float64       `json:"rampSeconds"`
	DurationSeconds       float64        `json:"durationSeconds"`
	WarmupSeconds         float64        `json:"warmupSeconds"`
	TimeoutSeconds        float64        `json:"timeoutSeconds"`
	StartAtUs             *int64         `json:"startAtUs"` // of the load, warm-up first; null: at once
	RequestsPerConnection *int           `json:"requestsPerConnection"`
	Decompress            bool           `json:"decompress"`
	Loops                 int            `json:"loops"`
	GoVersion             string         `json:"goVersion"`
}

// AskedRequest is one of the requests, and what its response had to be.
type AskedRequest struct {
	Path         string  `json:"path"`
	Weight       int     `json:"weight"`
	ExpectBytes  *int64  `json:"expectBytes"`
	ExpectSHA256 *string `json:"expectSha256"`
}

func (o *Options) loopName() string {
	if o.Open() {
		return "open"
	}
	return "closed"
}

func asked(o *Options) Asked {
	a := Asked{
		URL: o.URL.String(), Headers: append([]string{}, o.Headers...), Loop: o.loopName(), Connections: o.Connections, Pipelining: o.Pipelining,
		DurationSeconds: o.Duration.Seconds(), WarmupSeconds: o.Warmup.Seconds(), TimeoutSeconds: o.Timeout.Seconds(),
		Decompress: o.Decompress, Loops: o.Loops, GoVersion: runtime.Version(),
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
	for _, r := range o.Requests {
		request := AskedRequest{Path: r.Path, Weight: r.Weight}
		if r.Expect.Bytes >= 0 {
			request.ExpectBytes = &r.Expect.Bytes
		}
		if r.Expect.SHA256 != nil {
			text := hex.EncodeToString(r.Expect.SHA256)
			request.ExpectSHA256 = &text
		}
		a.Requests = append(a.Requests, request)
	}
	return a
}
