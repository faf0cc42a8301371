package backend

import (
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
)

const (
	scramIterations = 4096
	scramSaltBytes  = 16
)

// scramVerifier is what PostgreSQL keeps of a password (RFC 5803): a role can be made with it without the password being sent or logged.
func scramVerifier(password string) (string, error) {
	salt := make([]byte, scramSaltBytes)
	_, _ = rand.Read(salt)
	salted, err := pbkdf2.Key(sha256.New, password, salt, scramIterations, sha256.Size)
	if err != nil {
		return "", fmt.Errorf("hashing the password of a role: %w", err)
	}
	keyed := func(text string) []byte {
		mac := hmac.New(sha256.New, salted)
		mac.Write([]byte(text))
		return mac.Sum(nil)
	}
	stored := sha256.Sum256(keyed("Client Key"))
	encode := base64.StdEncoding.EncodeToString
	return fmt.Sprintf("SCRAM-SHA-256$%d:%s$%s:%s", scramIterations, encode(salt), encode(stored[:]), encode(keyed("Server Key"))), nil
}
