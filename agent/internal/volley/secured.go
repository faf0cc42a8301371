package volley

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// Secured is what the report says of TLS. Handshakes are in no latency of a request: a closed loop sends when a connection is there, and an
// open loop's requests wait in line until one is.
type Secured struct {
	Negotiated []Negotiated    `json:"negotiated"` // what the handshakes agreed on, the most frequent first
	All        HandshakeCounts `json:"all"`        // since the first connection was opened
	Measured   HandshakeCounts `json:"measured"`   // that ended within the measurement
	PerSecond  float64         `json:"perSecond"`  // that succeeded, of those measured
	P50Us      *int64          `json:"p50Us"`      // of those measured, from the client's first message to its last; null without one
	P99Us      *int64          `json:"p99Us"`
	MaxUs      *int64          `json:"maxUs"`
}

// Negotiated is one outcome of handshakes, and how many had it.
type Negotiated struct {
	Version        string `json:"version"` // TLS 1.2, TLS 1.3
	CipherSuite    string `json:"cipherSuite"`
	Group          string `json:"group"` // empty where a resumed session needed none
	CertificateKey string `json:"certificateKey"`
	ALPN           string `json:"alpn"` // empty: the server chose none
	Handshakes     int64  `json:"handshakes"`
}

// HandshakeCounts are those that succeeded, and those that failed by kind.
type HandshakeCounts struct {
	Full    int64            `json:"full"`
	Resumed int64            `json:"resumed"`
	Failed  FailedHandshakes `json:"failed"`
}

// FailedHandshakes are by kind.
type FailedHandshakes struct {
	Total       int64 `json:"total"`
	Timeout     int64 `json:"timeout"`
	Reset       int64 `json:"reset"`
	Certificate int64 `json:"certificate"`
	Alert       int64 `json:"alert"`
	Other       int64 `json:"other"`
}

func (h *handshakes) report(measured time.Duration) *Secured {
	s := &Secured{
		All:       HandshakeCounts{h.full, h.resumed, failedHandshakes(h.failed)},
		Measured:  HandshakeCounts{h.measuredFull, h.measuredResumed, failedHandshakes(h.measuredFailed)},
		PerSecond: float64(h.measuredFull+h.measuredResumed) / measured.Seconds(),
	}
	if h.latency.TotalCount() > 0 {
		p50, p99, most := h.latency.ValueAtPercentile(50), h.latency.ValueAtPercentile(99), h.latency.Max()
		s.P50Us, s.P99Us, s.MaxUs = &p50, &p99, &most
	}
	for what := range maps.Keys(h.negotiated) {
		s.Negotiated = append(s.Negotiated, Negotiated{what.version, what.cipherSuite, what.group, what.certificateKey, what.protocol, h.negotiated[what]})
	}
	slices.SortFunc(s.Negotiated, func(a, b Negotiated) int {
		return cmp.Or(cmp.Compare(b.Handshakes, a.Handshakes), cmp.Compare(a.Version+a.CipherSuite+a.Group, b.Version+b.CipherSuite+b.Group))
	})
	return s
}

func failedHandshakes(by [handshakeKinds]int64) FailedHandshakes {
	f := FailedHandshakes{
		Timeout: by[HandshakeTimeout], Reset: by[HandshakeReset], Certificate: by[HandshakeCertificate], Alert: by[HandshakeAlert], Other: by[HandshakeOther],
	}
	for _, n := range by {
		f.Total += n
	}
	return f
}
