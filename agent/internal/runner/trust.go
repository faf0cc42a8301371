package runner

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"os"

	"millionrps/agent/internal/loadgen"
)

// trusting is how this host's tools speak TLS: with the authorities of its configuration file.
func (r *Runner) trusting(asked *loadgen.TLS) *loadgen.TLS {
	if asked == nil {
		return nil
	}
	with := *asked
	with.AuthoritiesFile = r.Configuration().CertificateAuthorities
	return &with
}

// tlsConfig verifies as the tools do; nil without TLS.
func (r *Runner) tlsConfig(asked *loadgen.TLS) (*tls.Config, error) {
	if asked == nil {
		return nil, nil
	}
	config := &tls.Config{ServerName: asked.ServerName, InsecureSkipVerify: asked.Any}
	switch {
	case asked.Any:
	case asked.TrustedPEM != "":
		config.RootCAs = x509.NewCertPool()
		config.RootCAs.AppendCertsFromPEM([]byte(asked.TrustedPEM))
	case r.Configuration().CertificateAuthorities != "":
		text, err := os.ReadFile(r.Configuration().CertificateAuthorities)
		if err != nil {
			return nil, &Failure{"load-refused", Sentence(fmt.Errorf("the certificateAuthorities of %s cannot be read: %w", r.HostName, err))}
		}
		if config.RootCAs, err = x509.SystemCertPool(); err != nil {
			return nil, fmt.Errorf("reading the authorities of the system: %w", err)
		}
		config.RootCAs.AppendCertsFromPEM(text)
	}
	return config, nil
}
