package hostconfig

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// addressesMost and originMost limit what a host reports of itself; the contract has the same limits.
const (
	addressesMost = 100
	originMost    = 300
)

// hostName is what a resolver takes. A name in other letters has to be written in its ASCII form.
var hostName = regexp.MustCompile(`^[a-z0-9](?:[a-z0-9_.-]*[a-z0-9])?$`)

var schemePorts = map[string]string{"http": "80", "https": "443"}

// parseAddresses answers the origins in the one way to write each, in the order of the file.
func parseAddresses(text json.RawMessage) ([]string, error) {
	if text == nil {
		return nil, nil
	}
	var words []string
	if json.Unmarshal(text, &words) != nil || words == nil || hasNull(text) {
		return nil, fmt.Errorf("has %s for addresses, which must be a list such as [\"https://staging.example.org\", \"http://10.0.0.5:8080\"]", shown(text))
	}
	if len(words) > addressesMost {
		return nil, fmt.Errorf("has %d addresses, more than %d; leave those out that no run asks for", len(words), addressesMost)
	}
	var origins []string
	for i, word := range words {
		origin, ok := originOf(word)
		if !ok {
			return nil, fmt.Errorf("has %s for addresses[%d], which must be http or https, a host and perhaps a port, without a path, such as https://staging.example.org:8443", quoted(word), i)
		}
		if !slices.Contains(origins, origin) {
			origins = append(origins, origin)
		}
	}
	return origins, nil
}

func quoted(word string) string {
	if len(word) > originMost {
		return "a long value"
	}
	return strconv.Quote(word)
}

// originOf is in lower case, without the port that the scheme has anyway.
func originOf(word string) (origin string, ok bool) {
	u, err := url.Parse(word)
	if err != nil || len(word) > originMost || schemePorts[u.Scheme] == "" || u.User != nil || strings.Trim(u.Path, "/") != "" ||
		u.RawQuery != "" || u.ForceQuery || strings.Contains(word, "#") {
		return "", false
	}
	host := strings.ToLower(u.Hostname())
	if address, err := netip.ParseAddr(host); err == nil && address.Zone() == "" {
		host = address.Unmap().String()
		if address.Unmap().Is6() {
			host = "[" + host + "]"
		}
	} else if !hostName.MatchString(host) {
		return "", false
	}
	port := u.Port()
	if number, err := strconv.ParseUint(port, 10, 16); port != "" && (err != nil || number == 0 || port[0] == '0') || port == "" && strings.HasSuffix(u.Host, ":") {
		return "", false
	}
	if port != "" && port != schemePorts[u.Scheme] {
		host += ":" + port
	}
	return u.Scheme + "://" + host, true
}
