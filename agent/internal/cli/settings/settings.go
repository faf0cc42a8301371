// Package settings finds where the instance is and with which token it is called.
package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"

	"millionrps/agent/internal/cli/api"
)

// Variables of the environment.
const (
	urlVariable         = "MILLIONRPS_URL"
	tokenVariable       = "MILLIONRPS_TOKEN"
	tokenFileVariable   = "MILLIONRPS_TOKEN_FILE"
	fingerprintVariable = "MILLIONRPS_FINGERPRINT"
	caFileVariable      = "MILLIONRPS_CA_FILE"
	insecureVariable    = "MILLIONRPS_INSECURE_HTTP"
)

// Flags are what the command line says; "" and false for nothing.
type Flags struct {
	URL, Fingerprint, CAFile string
	InsecureHTTP             bool
}

// file is what the configuration file may hold.
type file struct {
	URL         string `yaml:"url"`
	Fingerprint string `yaml:"fingerprint"`
	CAFile      string `yaml:"caFile"`
}

// Read takes each setting from the flags, else from the environment, else from the configuration file. The token is never a flag:
// `ps` shows those to everybody on the machine.
func Read(flags Flags, getenv func(string) string) (api.Connection, error) {
	folder := folderOf(getenv)
	known, err := readFile(filepath.Join(folder, "config.yaml"))
	if err != nil {
		return api.Connection{}, err
	}
	connection := api.Connection{
		URL:          first(flags.URL, getenv(urlVariable), known.URL),
		Fingerprint:  first(flags.Fingerprint, getenv(fingerprintVariable), known.Fingerprint),
		CAFile:       first(flags.CAFile, getenv(caFileVariable), known.CAFile),
		InsecureHTTP: flags.InsecureHTTP || getenv(insecureVariable) == "1",
	}
	if connection.URL == "" {
		return connection, fmt.Errorf("name the instance: --url, %s, or `url:` in %s", urlVariable, filepath.Join(folder, "config.yaml"))
	}
	connection.Token, err = token(folder, getenv)
	return connection, err
}

func token(folder string, getenv func(string) string) (string, error) {
	if text := strings.TrimSpace(getenv(tokenVariable)); text != "" {
		return text, nil
	}
	name, own := getenv(tokenFileVariable), false
	if name == "" {
		name, own = filepath.Join(folder, "token"), true
	}
	text, err := os.ReadFile(name)
	if own && errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("there is no API token: make one under Settings in the web app, and give it in %s, or in the file that %s names, or in %s", tokenVariable, tokenFileVariable, name)
	}
	if err != nil {
		return "", fmt.Errorf("reading the API token: %w", err)
	}
	if err := onlyOwn(name); err != nil {
		return "", err
	}
	if token := strings.TrimSpace(string(text)); token != "" && !strings.ContainsAny(token, " \r\n\t") {
		return token, nil
	}
	return "", fmt.Errorf("%s holds no API token: it is one word", name)
}

// onlyOwn refuses a token that other people on this machine can read.
func onlyOwn(name string) error {
	info, err := os.Stat(name)
	if err != nil {
		return fmt.Errorf("reading the API token: %w", err)
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		return fmt.Errorf("others on this machine may read the API token (mode %04o): chmod 600 %s", mode, name)
	}
	return nil
}

func folderOf(getenv func(string) string) string {
	if base := getenv("XDG_CONFIG_HOME"); base != "" {
		return filepath.Join(base, "millionrps")
	}
	// Of who has no home, such as a service, the environment may say all.
	return filepath.Join(first(getenv("HOME"), "/"), ".config", "millionrps")
}

func readFile(name string) (file, error) {
	var known file
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return known, nil
	}
	if err != nil {
		return known, err
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(&known); err != nil && len(bytes.TrimSpace(text)) > 0 {
		return known, fmt.Errorf("reading %s: %w", name, err)
	}
	return known, nil
}

func first(texts ...string) string {
	for _, text := range texts {
		if text = strings.TrimSpace(text); text != "" {
			return text
		}
	}
	return ""
}
