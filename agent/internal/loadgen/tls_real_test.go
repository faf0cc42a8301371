package loadgen

import (
	"crypto/tls"
	"encoding/pem"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync/atomic"
	"testing"
)

// Each tool that says it can is held to it: by HTTP/1.1, sessions resumed or not, and certificates verified or not.
func TestToolsSpeakTLSAsTheySay(t *testing.T) {
	for name, d := range realTools(t) {
		has := func(mode string) bool { return slices.Contains(d.Abilities().Modes, mode) }
		if !has(modeTLS) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			var requests, other, full, resumed atomic.Int64
			server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if requests.Add(1); r.ProtoMajor != 1 {
					other.Add(1)
				}
				// Connections end now and then, so that there is something to resume.
				if requests.Load()%50 == 0 {
					w.Header().Set("Connection", "close")
				}
			}))
			server.EnableHTTP2, server.Config.ErrorLog = true, log.New(io.Discard, "", 0)
			hybrid := atomic.Bool{}
			server.TLS = &tls.Config{GetConfigForClient: func(hello *tls.ClientHelloInfo) (*tls.Config, error) {
				hybrid.Store(hybrid.Load() || slices.Contains(hello.SupportedCurves, tls.X25519MLKEM768))
				return nil, nil
			}, VerifyConnection: func(state tls.ConnectionState) error {
				if state.DidResume {
					resumed.Add(1)
				} else {
					full.Add(1)
				}
				return nil
			}}
			server.StartTLS()
			defer server.Close()
			l := gentle(d, d.Abilities().Loops[0].Loop)
			l.URL, l.TLS = server.URL, &TLS{Any: true, Resume: has(modeTLSResume)}
			result, stderr, err := carriedOut(t, d, l, nil)
			if err != nil {
				t.Fatalf("%v: %s", err, stderr)
			}
			wantCounted(t, name, requests.Load(), result.Requests, l.Connections)
			if other.Load() > 0 || full.Load() == 0 || (resumed.Load() > 0) != has(modeTLSResume) {
				t.Errorf("%d requests by another protocol, %d full handshakes, %d resumed", other.Load(), full.Load(), resumed.Load())
			}
			if (name == "volley" || name == "vegeta") && hybrid.Load() {
				t.Error("it offers a hybrid group")
			}
			if !has(modeTLSHost) {
				return
			}
			// Its own certificate is trusted alone; without it nothing is sent.
			l.TLS = &TLS{Resume: l.TLS.Resume, TrustedPEM: string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}))}
			if result, stderr, err = carriedOut(t, d, l, nil); err != nil || result.Errors.Total() > 0 || result.Requests == 0 {
				t.Errorf("trusting it: %+v, %v: %s", result, err, stderr)
			}
			before := requests.Load()
			l.TLS.TrustedPEM = ""
			if result, _, _ = carriedOut(t, d, l, nil); requests.Load() != before {
				t.Errorf("%d requests went to a server that is not trusted: %+v", requests.Load()-before, result)
			}
		})
	}
}
