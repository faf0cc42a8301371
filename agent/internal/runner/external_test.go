package runner

import (
	"net/netip"
	"slices"
	"strings"
	"testing"

	"millionrps/agent/internal/hostconfig"
	"millionrps/agent/internal/loadgen"
	"millionrps/agent/internal/requests"
)

// outsidePreparation is of a run whose target has no agent, on a host that drives load alone.
func outsidePreparation(origin string) Prepare {
	p := preparation()
	p.Server, p.Client, p.Listen, p.Target = false, true, "", ExternalTarget{Origin: origin}
	return p
}

func TestATargetWithoutAnAgentIsInTheHostsOwnFile(t *testing.T) {
	const origin = "http://127.0.0.1:9"
	w := newWorker(t, readyLine, "")
	w.wantFailure(w.do(outsidePreparation(origin)), "load-refused", origin, "the addresses of its configuration file are: none.")
	w.stated.Addresses = []string{"http://localhost:9"}
	w.wantFailure(w.do(outsidePreparation(origin)), "load-refused", origin, "are: http://localhost:9.")
	w.stated.Addresses = append(w.stated.Addresses, origin)
	prepared := w.do(outsidePreparation(origin))
	if prepared.Status != Succeeded || len(prepared.Prepared.Resolved) != 1 || prepared.Prepared.Resolved[0] != netip.MustParseAddr("127.0.0.1") {
		t.Fatalf("%+v, %+v", prepared.Prepared, prepared.Failure)
	}
	// The file allows another one as well, but it is not the target of this run.
	for _, url := range []string{"http://localhost:9", "http://127.0.0.1:10", "https://127.0.0.1:9", "http://127.0.0.1:9/admin", ""} {
		elsewhere := load()
		elsewhere.URL = url
		w.wantFailure(w.do(elsewhere), "load-refused", "the target of this run is "+origin)
	}
}

func TestWhatANameIsResolvedToHasToBeAllowedToo(t *testing.T) {
	const origin = "http://192.0.2.9"
	w := newWorker(t, readyLine, "")
	w.stated.Addresses, w.stated.LoadDestinations = []string{origin}, []netip.Prefix{netip.MustParsePrefix("198.51.100.0/24")}
	w.wantFailure(w.do(outsidePreparation(origin)), "load-refused", "192.0.2.9", "loadDestinations")
	w.stated.Addresses = []string{"http://nothing.invalid"}
	w.wantFailure(w.do(outsidePreparation("http://nothing.invalid")), "address-unusable", "nothing.invalid")
}

// A load generator may take any of the addresses, also one that is not told.
func TestEveryAddressOfANameHasToBeAllowed(t *testing.T) {
	w := newWorker(t, readyLine, "")
	network := []netip.Prefix{netip.MustParsePrefix("198.51.100.0/24")}
	w.stated.LoadDestinations = network
	w.stated.Secrets = hostconfig.Secrets{"TOKEN": {Environment: "TOKEN_OF_A_TEST", Destinations: network}}
	t.Setenv("TOKEN_OF_A_TEST", "Bearer abcdef")
	inside := slices.Repeat([]netip.Addr{netip.MustParseAddr("198.51.100.1")}, 100)
	beyond := append(slices.Clone(inside), netip.MustParseAddr("192.0.2.9"))
	if err := w.allAllowed(inside); err != nil {
		t.Error(err)
	}
	if err := w.allAllowed(beyond); err == nil || !strings.Contains(err.Error(), "192.0.2.9") {
		t.Errorf("%v", err)
	}
	if _, err := w.secretsOf([]string{"TOKEN"}, inside...); err != nil {
		t.Error(err)
	}
	if _, err := w.secretsOf([]string{"TOKEN"}, beyond...); err == nil || !strings.Contains(err.Error(), "does not send the secret TOKEN to 192.0.2.9") {
		t.Errorf("%v", err)
	}
}

func TestRequestsNameNoSiteThatTheFileLacks(t *testing.T) {
	const origin = "http://127.0.0.1:9"
	secret := "TOKEN"
	named := func(value string) requests.Header { return requests.Header{Name: "hOsT", Value: &value} }
	w := newWorker(t, readyLine, "")
	w.stated.Addresses = []string{origin, "https://shop.example.org:8443"}
	if prepared := w.do(outsidePreparation(origin)); prepared.Status != Succeeded {
		t.Fatalf("%+v", prepared.Failure)
	}
	asking := func(header requests.Header, serverName string) (DriveLoad, Preflight) {
		request := requests.Get("/simple", 1)
		request.Headers = []requests.Header{header}
		d, p := load(), Preflight{URL: origin}
		d.URL, d.Requests, p.Requests = origin, []requests.Request{request}, []requests.Request{request}
		if serverName != "" {
			d.TLS = &loadgen.TLS{ServerName: serverName}
			p.TLS = d.TLS
		}
		return d, p
	}
	for _, c := range []struct {
		header     requests.Header
		serverName string
	}{
		{named("www.example.org"), ""}, {named("shop.example.org.evil.example"), ""}, {named("{{site}}"), ""}, {named("shop.example.org@www.example.org"), ""},
		{requests.Header{Name: "Host", Secret: &secret}, ""}, {named("shop.example.org"), "www.example.org"},
	} {
		d, p := asking(c.header, c.serverName)
		w.wantFailure(w.do(d), "load-refused", "for no host")
		w.wantFailure(w.do(p), "load-refused", "for no host")
	}
	for _, host := range []string{"Shop.example.org", "shop.example.org:8443", "127.0.0.1:9"} {
		d, _ := asking(named(host), "")
		if _, err := w.aimed(t.Context(), d.URL, d.Requests, d.TLS); err != nil {
			t.Errorf("%s: %v", host, err)
		}
	}
}

func TestASecretIsSentOnlyWhereItsHostSays(t *testing.T) {
	t.Setenv("TOKEN_OF_A_TEST", "Bearer abc def")
	secret := "token"
	request := requests.Get("/simple", 1)
	request.Headers = []requests.Header{{Name: "authorization", Secret: &secret}}
	for _, listen := range []string{"127.0.0.1", "http://127.0.0.1:9"} {
		w := newWorker(t, readyLine, "")
		p := preparation()
		if strings.HasPrefix(listen, "http") {
			w.stated.Addresses = []string{listen}
			p = outsidePreparation(listen)
		}
		p.Secrets = []string{secret}
		to := func(networks ...string) {
			parsed := []netip.Prefix{}
			for _, network := range networks {
				parsed = append(parsed, netip.MustParsePrefix(network))
			}
			w.stated.Secrets = hostconfig.Secrets{secret: {Environment: "TOKEN_OF_A_TEST", Destinations: parsed}}
		}
		to("10.0.0.0/8", "192.0.2.7/32")
		w.wantFailure(w.do(p), "secret-refused", "the secret token to 127.0.0.1", "10.0.0.0/8, 192.0.2.7/32")
		to("127.0.0.0/8")
		if prepared := w.do(p); prepared.Status != Succeeded {
			t.Fatalf("%+v", prepared.Failure)
		}
		// The file is read again for each command.
		to()
		d, asked := load(), Preflight{URL: "http://127.0.0.1:9", Requests: []requests.Request{request}}
		d.Tool, d.Requests = "volley", asked.Requests
		driver, err := loadgen.New(d.Tool, []string{script(t, "")})
		if err != nil {
			t.Fatal(err)
		}
		w.tools[d.Tool] = Tool{Driver: driver, Version: "0.1.0"}
		w.wantFailure(w.do(asked), "secret-refused", "are: none")
		w.wantFailure(w.do(d), "secret-refused", "are: none")
	}
}
