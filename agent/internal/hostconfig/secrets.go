package hostconfig

import (
	"encoding/json"
	"fmt"
	"io"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"millionrps/agent/internal/masking"
)

// Secret says where a secret header value is. It is read when a run needs it, so a replaced value is used without
// restarting the agent.
type Secret struct {
	File        string // absolute; a line end at its end is no part of the value
	Environment string // a variable of the agent; one of the two
	// Destinations are the only networks that it may be sent to; nil where the file does not say.
	Destinations []netip.Prefix
}

const (
	secretBytesMost = 8 << 10
	secretsMost     = 200
)

var secretName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// Value reads it. The error never holds any of it.
func (s Secret) Value() (string, error) {
	value, where := "", "the variable "+s.Environment+" of the agent"
	if s.File != "" {
		where = s.File
		file, err := os.Open(s.File)
		if err != nil {
			return "", err
		}
		defer file.Close()
		content, err := io.ReadAll(io.LimitReader(file, secretBytesMost+1))
		if err != nil {
			return "", err
		}
		value = strings.TrimRight(string(content), "\r\n")
	} else {
		value = os.Getenv(s.Environment)
	}
	switch {
	case value == "":
		return "", fmt.Errorf("%s is empty", where)
	case len(value) < masking.LeastBytes:
		return "", fmt.Errorf("%s has fewer than %d bytes, which cannot be kept out of reports", where, masking.LeastBytes)
	case len(value) > secretBytesMost || strings.ContainsFunc(value, func(c rune) bool { return c < ' ' && c != '\t' || c == 0x7f }):
		return "", fmt.Errorf("%s is longer than one line of %d bytes, so no header can hold it", where, secretBytesMost)
	}
	return value, nil
}

// MayGoTo says whether it may be sent there.
func (s Secret) MayGoTo(address netip.Addr) bool {
	return s.Destinations == nil ||
		slices.ContainsFunc(s.Destinations, func(network netip.Prefix) bool { return network.Contains(address.Unmap()) })
}

// Secrets are those of the file, by their name.
type Secrets map[string]Secret

// Value reads the one of this name.
func (s Secrets) Value(name string) (string, error) {
	secret, named := s[name]
	if !named {
		return "", fmt.Errorf("its configuration file names no secret %s; add it there under secrets; the agent reads the file again by itself", name)
	}
	return secret.Value()
}

// Known returns the values of all secrets that can be read now.
func (s Secrets) Known() (values []string) {
	for _, secret := range s {
		if value, err := secret.Value(); err == nil {
			values = append(values, value)
		}
	}
	return values
}

func parseSecrets(top map[string]json.RawMessage) (Secrets, error) {
	secrets := Secrets{}
	err := each(top, "", "secrets", func(name, path string, text json.RawMessage) (err error) {
		if !secretName.MatchString(name) {
			return fmt.Errorf("names a secret %q: a name has letters, digits, dots, hyphens and underscores, and at most 64 of them", name)
		}
		if len(secrets) == secretsMost {
			return fmt.Errorf("names more than %d secrets", secretsMost)
		}
		secrets[name], err = parseSecret(text, path)
		return err
	})
	return secrets, err
}

// parseSecret never shows what is wrong: it may be the secret itself.
func parseSecret(text json.RawMessage, path string) (Secret, error) {
	const must = `must be {"file": "/absolute/path"} or {"environment": "VARIABLE"}, with "destinations" or without, and not the secret itself`
	wrong := fmt.Errorf("has something else for %s, which %s", path, must)
	fields, err := object(text, path)
	if err != nil {
		return Secret{}, wrong
	}
	if err := only(fields, path, "file", "environment", "destinations"); err != nil {
		return Secret{}, wrong
	}
	var s Secret
	for field, into := range map[string]*string{"file": &s.File, "environment": &s.Environment} {
		if fields[field] != nil && json.Unmarshal(fields[field], into) != nil {
			return Secret{}, wrong
		}
	}
	if (s.File == "") == (s.Environment == "") || s.File != "" && !filepath.IsAbs(s.File) || s.Environment != "" && !variableName.MatchString(s.Environment) {
		return Secret{}, wrong
	}
	if s.Destinations, err = parseNetworks(fields["destinations"], path); err != nil {
		return Secret{}, fmt.Errorf("has something else for %s.destinations, which must be a list of addresses and networks such as [\"10.0.0.7\", \"10.1.0.0/24\"]", path)
	}
	return s, nil
}
