package loadgen

import (
	"slices"
	"strings"
)

// NegotiatedTLS is what a tool's handshakes agreed on. Where they differ, the answers stand beside each other with commas between.
type NegotiatedTLS struct {
	Version, Cipher, Group, CertificateKey, Protocol string
	Handshakes, Resumed                              int64
}

// volleyTLS is volley's report of TLS.
type volleyTLS struct {
	Negotiated []struct {
		Version        string `json:"version"`
		CipherSuite    string `json:"cipherSuite"`
		Group          string `json:"group"`
		CertificateKey string `json:"certificateKey"`
		ALPN           string `json:"alpn"`
	} `json:"negotiated"`
	All struct {
		Full    int64 `json:"full"`
		Resumed int64 `json:"resumed"`
	} `json:"all"`
}

// shownMost bounds what a server can make a figure long by.
const shownMost = 5

func (v *volleyTLS) negotiated() *NegotiatedTLS {
	if v == nil {
		return nil
	}
	var versions, ciphers, groups, keys, protocols []string
	for _, n := range v.Negotiated {
		versions, ciphers, groups = with(versions, n.Version), with(ciphers, n.CipherSuite), with(groups, n.Group)
		keys, protocols = with(keys, n.CertificateKey), with(protocols, n.ALPN)
	}
	return &NegotiatedTLS{
		Version: strings.Join(versions, ", "), Cipher: strings.Join(ciphers, ", "), Group: strings.Join(groups, ", "),
		CertificateKey: strings.Join(keys, ", "), Protocol: strings.Join(protocols, ", "),
		Handshakes: v.All.Full + v.All.Resumed, Resumed: v.All.Resumed,
	}
}

func with(words []string, word string) []string {
	if word == "" || slices.Contains(words, word) || len(words) == shownMost {
		return words
	}
	return append(words, word)
}
