package volley

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"millionrps/agent/internal/volley/h2"
)

const namesShown = 5

// unopened is the sentence for a target to which not one connection could be opened.
func unopened(o *Options, p *plan, why error) error {
	if said := refusedHandshake(o, why); said != "" {
		return fmt.Errorf("%s %s", p.address, said)
	}
	return fmt.Errorf("none of %d connections to %s could be opened: %w; see that the target listens there", o.Connections, p.address, why)
}

// refusedHandshake says what is wrong with the target's TLS and what to do about it; empty where it is none of that.
func refusedHandshake(o *Options, why error) string {
	var notTLS tls.RecordHeaderError
	var alert *net.OpError
	var refused *tls.CertificateVerificationError
	switch {
	case errors.As(why, &refused):
		return refusedCertificate(o, refused)
	case errors.As(why, &notTLS):
		return "does not speak TLS; ask for http, or for the port that speaks it"
	case errors.Is(why, errNoHTTP2), errors.As(why, &alert) && o.Protocol == HTTP2 && alert.Err.Error() == noProtocol:
		return "did not agree on HTTP/2 (ALPN); ask for http/1.1, or switch HTTP/2 on there"
	case errors.As(why, &alert) && alert.Op == "remote error":
		return fmt.Sprintf("refused the TLS handshake (%v); see that it has TLS 1.2 or 1.3 and a certificate for %s", alert.Err, o.serverName())
	case errors.Is(why, h2.ErrNotHTTP2), errors.Is(why, errUngreeted):
		return "does not speak HTTP/2; ask for http/1.1, or switch HTTP/2 on there"
	case errors.Is(why, errCut):
		return "ended the connection during the TLS handshake; see its own log"
	}
	return ""
}

// noProtocol is how crypto/tls words the alert of a server that has none of the protocols asked for (RFC 7301).
const noProtocol = "tls: no application protocol"

const elseAny = ", or take any certificate (--tls-any), which proves nothing of who was measured"

func refusedCertificate(o *Options, refused *tls.CertificateVerificationError) string {
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	var unknown x509.UnknownAuthorityError
	switch {
	case errors.As(refused, &name):
		return fmt.Sprintf("has a certificate for %s, not for %s; ask for one of these names (--tls-server-name)%s", namesOf(name.Certificate), name.Host, elseAny)
	case errors.As(refused, &invalid) && invalid.Reason == x509.Expired:
		return validity(invalid.Cert) + elseAny
	case errors.As(refused, &unknown):
		return "has a certificate of an authority that is not trusted here (" + issuer(refused) + "); name that authority's file (--tls-ca; on an agent's host certificateAuthorities of its configuration file)" + elseAny
	}
	return fmt.Sprintf("has a certificate that is refused (%v); replace it%s", refused.Err, elseAny)
}

func validity(certificate *x509.Certificate) string {
	if time.Now().Before(certificate.NotBefore) {
		return fmt.Sprintf("has a certificate that is valid only from %s on; see the clocks of both hosts", certificate.NotBefore.UTC().Format(time.RFC3339))
	}
	return fmt.Sprintf("has a certificate that expired at %s; renew it", certificate.NotAfter.UTC().Format(time.RFC3339))
}

func namesOf(certificate *x509.Certificate) string {
	names := append([]string{}, certificate.DNSNames...)
	for _, ip := range certificate.IPAddresses {
		names = append(names, ip.String())
	}
	if len(names) == 0 {
		return "no name"
	}
	if len(names) > namesShown {
		names = append(names[:namesShown], "others")
	}
	return shown(strings.Join(names, ", "))
}

func issuer(refused *tls.CertificateVerificationError) string {
	chain := refused.UnverifiedCertificates
	if len(chain) == 0 {
		return "none was sent"
	}
	last := chain[len(chain)-1]
	if last.Issuer.String() == last.Subject.String() {
		return "it is self-signed"
	}
	return shown("its issuer is " + last.Issuer.String())
}

// shown bounds what a server says of itself, and keeps it on one line.
func shown(text string) string {
	text = strings.Map(func(c rune) rune {
		if c < ' ' || c == 0x7f {
			return ' '
		}
		return c
	}, text)
	if len(text) > 200 {
		text = strings.ToValidUTF8(text[:200], "") + "..."
	}
	return text
}
