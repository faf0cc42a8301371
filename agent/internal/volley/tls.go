package volley

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// TLS says how https is spoken. It means nothing where the address is http.
type TLS struct {
	ServerName      string // that the certificate must have, and that is sent as SNI; empty: the host of the address
	AuthoritiesFile string // PEM; empty: those that the system trusts
	AlsoFile        string // PEM, of authorities beside those that the system trusts
	Any             bool   // take every certificate, whoever made it for whatever name
	NoResume        bool   // every handshake is a full one
}

func (t TLS) asked() bool { return t != TLS{} }

// groups are those of OpenSSL 3.0. Left to itself, crypto/tls would also make a share of X25519MLKEM768 for each handshake, which tools by an
// older OpenSSL do not, nor vegeta as an agent starts it.
var groups = []tls.CurveID{tls.X25519, tls.CurveP256, tls.CurveP384, tls.CurveP521}

const authoritiesMax = 4 << 20 // bytes of a PEM file

// config is what every handshake of a run begins with. The loops clone it to keep sessions of their own.
func (o *Options) config() (*tls.Config, error) {
	if o.URL.Scheme != "https" {
		return nil, nil
	}
	config := &tls.Config{
		ServerName:                  o.serverName(),
		InsecureSkipVerify:          o.TLS.Any,
		MinVersion:                  tls.VersionTLS12,
		CurvePreferences:            groups,
		NextProtos:                  []string{o.Protocol},
		SessionTicketsDisabled:      o.TLS.NoResume,
		DynamicRecordSizingDisabled: true,
	}
	var err error
	switch {
	case o.TLS.AuthoritiesFile != "":
		config.RootCAs, err = authorities(x509.NewCertPool(), "--tls-ca", o.TLS.AuthoritiesFile)
	case o.TLS.AlsoFile != "":
		var pool *x509.CertPool
		if pool, err = x509.SystemCertPool(); err != nil {
			return nil, fmt.Errorf("the authorities of the system cannot be read: %w", err)
		}
		config.RootCAs, err = authorities(pool, "--tls-ca-also", o.TLS.AlsoFile)
	}
	return config, err
}

// serverName is the one that the certificate must have.
func (o *Options) serverName() string { return cmp.Or(o.TLS.ServerName, o.URL.Hostname()) }

func authorities(pool *x509.CertPool, flag, path string) (*x509.CertPool, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", flag, err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, authoritiesMax))
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", flag, err)
	}
	if !pool.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("%s %s holds no certificate; it must be PEM, with lines of BEGIN CERTIFICATE", flag, path)
	}
	return pool, nil
}

func (o *Options) checkTLS() error {
	switch {
	case o.URL.Scheme != "https" && o.TLS.asked():
		return errors.New("--tls-server-name, --tls-ca, --tls-any and --tls-no-resume are of https; give an https address, or leave them out")
	case o.TLS.Any && (o.TLS.AuthoritiesFile != "" || o.TLS.AlsoFile != ""):
		return errors.New("--tls-any takes every certificate, so --tls-ca would mean nothing; give one of them")
	case o.TLS.AuthoritiesFile != "" && o.TLS.AlsoFile != "":
		return errors.New("--tls-ca is trusted alone and --tls-ca-also beside the system's; give one of them")
	case len(o.TLS.ServerName) > 253 || strings.ContainsFunc(o.TLS.ServerName, func(c rune) bool { return c <= ' ' || c > '~' }):
		return errors.New("--tls-server-name must be a host name, such as www.example.org")
	}
	return nil
}

const sealedSize = 64 << 10 // receives several records at once

// speakTLS gives the loop what it needs for https; nil is http. Sessions are kept by loop, so that loops share nothing.
func (l *loop) speakTLS(config *tls.Config) {
	if config == nil {
		return
	}
	l.config = config.Clone()
	if !config.SessionTicketsDisabled {
		l.config.ClientSessionCache = tls.NewLRUClientSessionCache(1)
	}
	l.sealed, l.plain, l.handshakes = make([]byte, sealedSize), make([]byte, recordMost), newHandshakes()
}
