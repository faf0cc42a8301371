package runner

import (
	"net/netip"
	"testing"
)

func TestLoadGoesOnlyToTheTargetOfTheRun(t *testing.T) {
	w := newWorker(t, readyLine, "")
	w.do(preparation())
	for _, url := range []string{
		"http://192.0.2.9:80", "http://127.0.0.2:9", "http://localhost:9", "ftp://127.0.0.1:9", "http://127.0.0.1", "http://127.0.0.1:9/admin", "",
	} {
		elsewhere := load()
		elsewhere.URL = url
		w.wantFailure(w.do(elsewhere), "load-refused", "drives no load to")
	}
}

func TestTheHostsFileSaysWhereLoadMayGo(t *testing.T) {
	own := ""
	addresses, err := hostAddresses()
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range addresses {
		if !address.IsLoopback() && !address.IsLinkLocalUnicast() {
			own = address.String()
		}
	}
	for _, c := range []struct {
		allowed []netip.Prefix
		listen  string
		refused bool
	}{
		{nil, "192.0.2.9", false},
		{[]netip.Prefix{}, "127.0.0.1", false},
		{[]netip.Prefix{}, own, false}, // the host itself
		{[]netip.Prefix{}, "192.0.2.9", true},
		{[]netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}, "192.0.2.9", false},
		{[]netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}, "198.51.100.1", true},
	} {
		if c.listen == "" {
			t.Log("NOT RUN: this host has no address but loopback")
			continue
		}
		w := newWorker(t, readyLine, "")
		w.stated.LoadDestinations = c.allowed
		prepare := preparation()
		prepare.Server, prepare.Client, prepare.Listen = false, true, c.listen
		outcome := w.do(prepare)
		if c.refused {
			w.wantFailure(outcome, "load-refused", c.listen, "loadDestinations")
		} else if outcome.Status != Succeeded {
			t.Errorf("%v, %s: %+v", c.allowed, c.listen, outcome.Failure)
		}
	}
}
