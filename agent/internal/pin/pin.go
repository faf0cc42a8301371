// Package pin knows a server by its key, where no authority vouches for its certificate.
package pin

import (
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
)

const prefix = "sha256//"

// None is written instead of a pin where a certificate is to be checked as usual.
const None = "none"

// Check refuses what is no pin: `sha256//` and the base64 of the SHA-256 of the public key, as curl's --pinnedpubkey takes it, or None.
func Check(text string) error {
	if text == None {
		return nil
	}
	_, err := digest(text)
	return err
}

func digest(text string) ([]byte, error) {
	encoded, ok := strings.CutPrefix(text, prefix)
	sum, err := base64.StdEncoding.DecodeString(encoded)
	if !ok || err != nil || len(sum) != sha256.Size {
		return nil, fmt.Errorf("a fingerprint is %s and the base64 of a SHA-256, as the hosts page shows it, not %q", prefix, text)
	}
	return sum, nil
}

// TLS is how to call the server with this pin: its chain, its names and its dates are not looked at. Without a pin it is nil, which is the
// usual way.
func TLS(text string) (*tls.Config, error) {
	if text == "" || text == None {
		return nil, nil
	}
	want, err := digest(text)
	if err != nil {
		return nil, err
	}
	return &tls.Config{
		InsecureSkipVerify: true, // VerifyConnection looks at the key instead
		MinVersion:         tls.VersionTLS12,
		VerifyConnection: func(state tls.ConnectionState) error {
			if len(state.PeerCertificates) == 0 {
				return errors.New("the server shows no certificate")
			}
			got := sha256.Sum256(state.PeerCertificates[0].RawSubjectPublicKeyInfo)
			if subtle.ConstantTimeCompare(got[:], want) != 1 {
				return fmt.Errorf("the server's key is not the one that was pinned: its fingerprint is %s%s", prefix, base64.StdEncoding.EncodeToString(got[:]))
			}
			return nil
		},
	}, nil
}
