// Package hostconfig reads the host's configuration file: what a person knows of the host and no kernel says.
package hostconfig

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strconv"
)

// DefaultPath is read if it exists and no other file was named.
const DefaultPath = "/etc/millionrps/agent.json"

// bandwidthMost is the greatest whole number that JSON carries safely (2^53 - 1).
const bandwidthMost = 1<<53 - 1

// Config is what the file states; the zero value states nothing.
type Config struct {
	// BandwidthBitsPerSecond is what a NIC really carries, by its name.
	BandwidthBitsPerSecond map[string]int64
	// Targets are servers that runs may have started, by their name.
	Targets map[string]Target
	// ListeningPorts are ports on which any server may be a target; ascending.
	ListeningPorts []int
	// Listening is what tells the targets on some of those ports apart.
	Listening map[int]Identity
	// LoadDestinations are the only networks that load may go to from this host; nil where the file does not say.
	LoadDestinations []netip.Prefix
	// Addresses are the origins without an agent that runs may have this host load, each in one way to write it.
	Addresses []string
	// CertificateAuthorities is a PEM file of authorities for targets, in addition to the system's; empty if the file
	// names none.
	CertificateAuthorities string
	// Secrets are what headers of requests may take, by their name.
	Secrets Secrets
	// Backends are how throw-away services are started, by their name: postgresql and cache.
	Backends map[string]Backend
}

// Parse is strict: a field that is not known, given twice or of another type is an error. It goes on after "the file ...".
func Parse(text []byte) (Config, error) {
	config := Config{BandwidthBitsPerSecond: map[string]int64{}, Targets: map[string]Target{}, Backends: map[string]Backend{}}
	top, err := object(text, "")
	if err != nil {
		return Config{}, err
	}
	if err := only(top, "", "nics", "targets", "listeningPorts", "listening", "loadDestinations", "addresses", "certificateAuthorities", "secrets", "backends"); err != nil {
		return Config{}, err
	}
	err = each(top, "", "nics", func(name, path string, text json.RawMessage) error {
		bandwidth, err := parseNIC(text, path)
		if err == nil && bandwidth > 0 {
			config.BandwidthBitsPerSecond[name] = bandwidth
		}
		return err
	})
	if err == nil {
		err = each(top, "", "targets", func(name, path string, text json.RawMessage) (err error) {
			config.Targets[name], err = parseTarget(name, text, path)
			return err
		})
	}
	if err == nil {
		err = each(top, "", "backends", func(name, path string, text json.RawMessage) (err error) {
			config.Backends[name], err = parseBackend(name, text, path)
			return err
		})
	}
	if err == nil {
		config.ListeningPorts, err = parsePorts(top["listeningPorts"])
	}
	if err == nil {
		err = parseListening(top, &config)
	}
	if err == nil {
		config.LoadDestinations, err = parseNetworks(top["loadDestinations"], "loadDestinations")
	}
	if err == nil {
		config.Addresses, err = parseAddresses(top["addresses"])
	}
	if err == nil {
		config.CertificateAuthorities, err = parseAuthorities(top["certificateAuthorities"])
	}
	if err == nil {
		config.Secrets, err = parseSecrets(top)
	}
	if err != nil {
		return Config{}, err
	}
	return config, nil
}

func parseNIC(text json.RawMessage, path string) (bandwidth int64, err error) {
	const field = "bandwidthBitsPerSecond"
	nic, err := object(text, path)
	if err != nil {
		return 0, err
	}
	if err := only(nic, path, field); err != nil || nic[field] == nil {
		return 0, err
	}
	bandwidth, err = strconv.ParseInt(string(nic[field]), 10, 64)
	if err != nil || bandwidth < 1 || bandwidth > bandwidthMost {
		return 0, fmt.Errorf("has %s for %s.%s, which must be a whole number of bits per second above 0, such as 12500000000",
			shown(nic[field]), path, field)
	}
	return bandwidth, nil
}

// parseNetworks answers nil for a field that is not there, which is not the same as an empty list.
// parseNetworks is nil where the file does not say.
func parseNetworks(text json.RawMessage, path string) ([]netip.Prefix, error) {
	if text == nil {
		return nil, nil
	}
	var words []string
	if json.Unmarshal(text, &words) != nil || words == nil || hasNull(text) {
		return nil, fmt.Errorf("has %s for %s, which must be a list of addresses and networks such as [\"10.0.0.7\", \"10.1.0.0/24\"]", shown(text), path)
	}
	networks := make([]netip.Prefix, len(words))
	for i, word := range words {
		network, err := netip.ParsePrefix(word)
		if address, single := netip.ParseAddr(word); single == nil && address.Zone() == "" {
			network, err = address.Prefix(address.BitLen())
		}
		if err != nil {
			return nil, fmt.Errorf("has %q for %s[%d], which must be an address or a network such as 10.1.0.0/24", word, path, i)
		}
		networks[i] = network.Masked()
	}
	return networks, nil
}

// Unknown are the NICs of the file that the host does not have, sorted.
func (c Config) Unknown(nics []string) []string {
	var unknown []string
	for _, name := range slices.Sorted(maps.Keys(c.BandwidthBitsPerSecond)) {
		if !slices.Contains(nics, name) {
			unknown = append(unknown, name)
		}
	}
	return unknown
}
