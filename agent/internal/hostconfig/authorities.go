package hostconfig

import (
	"encoding/json"
	"fmt"
	"path/filepath"
)

// pathMost is what the kernel takes.
const pathMost = 4095

// parseAuthorities answers an empty path for a field that is not there.
func parseAuthorities(text json.RawMessage) (path string, err error) {
	if text == nil {
		return "", nil
	}
	if json.Unmarshal(text, &path) != nil || !filepath.IsAbs(path) || len(path) > pathMost {
		return "", fmt.Errorf("has %s for certificateAuthorities, which must be the absolute path of a PEM file, such as \"/etc/ssl/staging-ca.pem\"", shown(text))
	}
	return path, nil
}
