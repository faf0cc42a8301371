package volley

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"
)

// certified is a certificate of its own making, as a server has it and as the file that trusts it.
type certified struct {
	tls.Certificate
	file string
}

// certify makes one for names and addresses that is valid until so long from now, or was until then.
func certify(t *testing.T, validFor time.Duration, names ...string) certified {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "volley's test"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-48 * time.Hour), NotAfter: time.Now().Add(validFor),
	}
	for _, name := range names {
		if ip := net.ParseIP(name); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
		} else {
			template.DNSNames = append(template.DNSNames, name)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, &template, &template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return certified{tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, file}
}

// webServer is net/http's, which counts the requests that it answered and the connections on which it resumed a session.
type webServer struct {
	*httptest.Server
	certified
	requests, connections, resumed atomic.Int64
}

// secureServer serves TLS, prepared by a function.
func secureServer(t *testing.T, prepare func(*httptest.Server), answer http.HandlerFunc) *webServer {
	t.Helper()
	s := &webServer{certified: certify(t, time.Hour, "127.0.0.1", "volley.test")}
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.requests.Add(1)
		answer(w, r)
	}))
	s.Server.TLS = &tls.Config{
		Certificates: []tls.Certificate{s.certified.Certificate},
		VerifyConnection: func(state tls.ConnectionState) error {
			s.connections.Add(1)
			if state.DidResume {
				s.resumed.Add(1)
			}
			return nil
		},
	}
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	prepare(s.Server)
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

func (s *webServer) options(t *testing.T) Options {
	t.Helper()
	u, err := url.Parse(s.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	return Options{
		URL: u, Connections: 4, Pipelining: 1, Loops: 2, Duration: 300 * time.Millisecond, Timeout: 5 * time.Second,
		TLS: TLS{AuthoritiesFile: s.file},
	}
}

func hello(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("hello")) }

func asItIs(*httptest.Server) {}
