package volley

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"syscall"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
	"golang.org/x/sys/unix"
)

// HandshakeKind is why a handshake failed.
type HandshakeKind uint8

// The kinds of handshakes that failed.
const (
	HandshakeTimeout     HandshakeKind = iota // not over within the timeout
	HandshakeReset                            // the connection ended in the middle
	HandshakeCertificate                      // the server's certificate was refused
	HandshakeAlert                            // the server refused, by an alert
	HandshakeOther                            // what came cannot be understood, or was not asked for
	handshakeKinds
)

// negotiated is what a handshake agreed on. It is comparable.
type negotiated struct{ version, cipherSuite, group, certificateKey, protocol string }

// handshakes counts those of one loop. Those of the measurement are counted apart from all.
type handshakes struct {
	full, resumed, measuredFull, measuredResumed int64
	failed, measuredFailed                       [handshakeKinds]int64
	negotiated                                   map[negotiated]int64
	latency                                      *hdrhistogram.Histogram // of those measured, from the client's first message to its last
}

func newHandshakes() handshakes {
	return handshakes{negotiated: map[negotiated]int64{}, latency: newHistogram()}
}

func (h *handshakes) finish(state tls.ConnectionState, took time.Duration, measured bool) {
	if state.DidResume {
		h.resumed++
	} else {
		h.full++
	}
	h.negotiated[agreed(state)]++
	if !measured {
		return
	}
	if state.DidResume {
		h.measuredResumed++
	} else {
		h.measuredFull++
	}
	// It cannot be out of range.
	_ = h.latency.RecordValue(min(int64(took/time.Microsecond), latencyMaxUs))
}

func (h *handshakes) fail(err error, measured bool) {
	kind := handshakeKind(err)
	h.failed[kind]++
	if measured {
		h.measuredFailed[kind]++
	}
}

func handshakeKind(err error) HandshakeKind {
	var refused *tls.CertificateVerificationError
	var alert *net.OpError
	var errno syscall.Errno
	switch {
	case errors.Is(err, unix.ETIMEDOUT):
		return HandshakeTimeout
	case errors.Is(err, errCut), errors.As(err, &errno):
		return HandshakeReset
	case errors.As(err, &refused):
		return HandshakeCertificate
	case errors.As(err, &alert) && alert.Op == "remote error":
		return HandshakeAlert
	}
	return HandshakeOther
}

func (h *handshakes) add(other *handshakes) {
	h.full += other.full
	h.resumed += other.resumed
	h.measuredFull += other.measuredFull
	h.measuredResumed += other.measuredResumed
	for kind := range h.failed {
		h.failed[kind] += other.failed[kind]
		h.measuredFailed[kind] += other.measuredFailed[kind]
	}
	for what, n := range other.negotiated {
		h.negotiated[what] += n
	}
	h.latency.Merge(other.latency)
}

func agreed(state tls.ConnectionState) negotiated {
	n := negotiated{
		version: tls.VersionName(state.Version), cipherSuite: tls.CipherSuiteName(state.CipherSuite), protocol: state.NegotiatedProtocol,
	}
	if state.CurveID != 0 {
		n.group = state.CurveID.String()
	}
	if len(state.PeerCertificates) > 0 {
		n.certificateKey = keyType(state.PeerCertificates[0])
	}
	return n
}

// keyType names the key of a certificate as people do: ECDSA P-256, RSA 2048, Ed25519.
func keyType(certificate *x509.Certificate) string {
	switch key := certificate.PublicKey.(type) {
	case *ecdsa.PublicKey:
		return "ECDSA " + key.Params().Name
	case *rsa.PublicKey:
		return fmt.Sprintf("RSA %d", key.N.BitLen())
	case ed25519.PublicKey:
		return "Ed25519"
	}
	return certificate.PublicKeyAlgorithm.String()
}
