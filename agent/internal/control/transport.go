package control

import (
	"fmt"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/loadgen"
)

// trustedMost bounds a certificate in PEM, in bytes.
const trustedMost = 64 << 10

// transportOf has the protocol and the TLS of a load, and refuses what this agent does not know.
func transportOf(protocol contract.Protocol, asked *contract.LoadTls, trusted *string) (string, *loadgen.TLS, error) {
	// An older API sends no protocol, and means HTTP/1.1.
	if protocol != "" && !protocol.Valid() {
		return "", nil, fmt.Errorf("it does not know the protocol %q; a newer agent may", protocol)
	}
	if asked == nil {
		return string(protocol), nil, nil
	}
	if !asked.Verify.Valid() || len(textOf(trusted)) > trustedMost {
		return "", nil, fmt.Errorf("it does not know the verification %q, or its certificate is longer than 64 KiB", asked.Verify)
	}
	return string(protocol), &loadgen.TLS{
		ServerName: textOf(asked.ServerName), Any: asked.Verify == contract.Any, Resume: asked.Resume, TrustedPEM: textOf(trusted),
	}, nil
}

func negotiatedOf(n *loadgen.NegotiatedTLS) *contract.NegotiatedTls {
	if n == nil {
		return nil
	}
	return &contract.NegotiatedTls{
		Version: said(n.Version), Cipher: said(n.Cipher), Group: said(n.Group), CertificateKey: said(n.CertificateKey),
		ApplicationProtocol: said(n.Protocol), Handshakes: &n.Handshakes, Resumed: &n.Resumed,
	}
}

func streamsOf(s *loadgen.Streams) *contract.UsedStreams {
	if s == nil {
		return nil
	}
	return &contract.UsedStreams{LeastPerConnection: int64(s.Least), MostPerConnection: int64(s.Most), TakenBack: s.TakenBack}
}
