// Package certificate makes what a server needs for TLS at its start, and hands it to other processes.
package certificate

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/netip"
	"os"
	"time"
)

const (
	// since covers clients whose clock is behind.
	since    = -24 * time.Hour
	validFor = 365 * 24 * time.Hour
)

// Identity is a certificate with its key, and the key of session tickets: processes that share them resume each other's sessions.
type Identity struct {
	CertificatePEM string   `json:"certificatePem"`
	KeyPEM         string   `json:"keyPem"`
	TicketKey      [32]byte `json:"ticketKey"`
}

// Make makes an ECDSA P-256 certificate, signed by itself, for an address, localhost and the name of this host. The unspecified address stands
// for all of this host.
func Make(address netip.Addr) (*Identity, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("making a key: %w", err)
	}
	addresses, err := addressesOf(address)
	if err != nil {
		return nil, err
	}
	name, err := os.Hostname()
	if err != nil {
		return nil, fmt.Errorf("reading the name of this host: %w", err)
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return nil, fmt.Errorf("drawing a serial number: %w", err)
	}
	now := time.Now()
	template := x509.Certificate{
		SerialNumber: serial,
		Subject:      pkix.Name{CommonName: "millionrps reference server"},
		NotBefore:    now.Add(since), NotAfter: now.Add(validFor),
		DNSNames: []string{"localhost", name}, IPAddresses: addresses,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, &template, &template, &key.PublicKey, key)
	if err != nil {
		return nil, fmt.Errorf("making a certificate: %w", err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, fmt.Errorf("writing a key: %w", err)
	}
	i := &Identity{
		CertificatePEM: string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})),
		KeyPEM:         string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})),
	}
	if _, err := rand.Read(i.TicketKey[:]); err != nil {
		return nil, fmt.Errorf("drawing a key for tickets: %w", err)
	}
	return i, nil
}

func addressesOf(address netip.Addr) ([]net.IP, error) {
	if !address.IsUnspecified() {
		return []net.IP{address.AsSlice()}, nil
	}
	networks, err := net.InterfaceAddrs()
	if err != nil {
		return nil, fmt.Errorf("reading the addresses of this host: %w", err)
	}
	var all []net.IP
	for _, network := range networks {
		if of, ok := network.(*net.IPNet); ok {
			all = append(all, of.IP)
		}
	}
	return all, nil
}

// Config serves with the identity, by these protocols, the best first.
func (i *Identity) Config(protocols []string) (*tls.Config, error) {
	pair, err := tls.X509KeyPair([]byte(i.CertificatePEM), []byte(i.KeyPEM))
	if err != nil {
		return nil, fmt.Errorf("reading the certificate that was made: %w", err)
	}
	config := &tls.Config{Certificates: []tls.Certificate{pair}, NextProtos: protocols, MinVersion: tls.VersionTLS12}
	config.SetSessionTicketKeys([][32]byte{i.TicketKey})
	return config, nil
}

// Handover is what Receive reads; empty where there is no identity.
func (i *Identity) Handover() ([]byte, error) {
	if i == nil {
		return nil, nil
	}
	return json.Marshal(i)
}

// Receive reads what another process handed over.
func Receive(from io.Reader) (*Identity, error) {
	i := &Identity{}
	if err := json.NewDecoder(from).Decode(i); err != nil {
		return nil, fmt.Errorf("reading the master's certificate: %w", err)
	}
	return i, nil
}
