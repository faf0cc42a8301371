// Package sealing hands secrets from one agent to another through the API, whose database and logs hold none of them in the clear.
package sealing

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"

	"golang.org/x/crypto/nacl/box"
)

const keyBytes = 32

// Key is a pair of X25519 keys, of which the private half never leaves this memory.
type Key struct{ public, private *[keyBytes]byte }

// NewKey makes one.
func NewKey() (*Key, error) {
	public, private, err := box.GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("making a key: %w", err)
	}
	return &Key{public, private}, nil
}

// Public is what others need to seal for this key, in base64.
func (k *Key) Public() string { return base64.StdEncoding.EncodeToString(k.public[:]) }

// Seal answers a box, in base64, that the holder of the key alone can open.
func Seal(public string, secret []byte) (string, error) {
	decoded, err := base64.StdEncoding.DecodeString(public)
	if err != nil || len(decoded) != keyBytes {
		return "", errors.New("the key to seal with is no X25519 key")
	}
	sealed, err := box.SealAnonymous(nil, secret, (*[keyBytes]byte)(decoded), rand.Reader)
	if err != nil {
		return "", fmt.Errorf("sealing: %w", err)
	}
	return base64.StdEncoding.EncodeToString(sealed), nil
}

// Open answers what was sealed for this key.
func (k *Key) Open(sealed string) ([]byte, error) {
	decoded, err := base64.StdEncoding.DecodeString(sealed)
	if err != nil {
		return nil, errors.New("the box is not in base64")
	}
	secret, ok := box.OpenAnonymous(nil, decoded, k.public, k.private)
	if !ok {
		return nil, errors.New("the box was sealed for another key, or is damaged")
	}
	return secret, nil
}
