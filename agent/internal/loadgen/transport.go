package loadgen

import "slices"

// HTTP2 is a Load.Protocol; any other is HTTP/1.1.
const HTTP2 = "h2"

// TLS is how https is spoken.
type TLS struct {
	ServerName string // that is asked for, and that the certificate must have; empty: the host of the address
	Any        bool   // take any certificate
	Resume     bool   // sessions
	// TrustedPEM is the only certificate that is trusted; empty where the target made none of its own.
	TrustedPEM string
	// AuthoritiesFile is trusted beside what the system trusts, where nothing else is; empty: none.
	AuthoritiesFile string
}

// Modes of how requests travel, which a tool has only when its abilities say so, too.
const (
	modeTLS           = "tls"
	modeHTTP2         = "h2"
	modeTLSServerName = "tls-server-name"
	modeTLSAny        = "tls-any"
	modeTLSHost       = "tls-host"
	modeTLSResume     = "tls-resume"
	modeTLSNoResume   = "tls-no-resume"
)

var transportModes = []string{modeTLS, modeHTTP2, modeTLSServerName, modeTLSAny, modeTLSHost, modeTLSResume, modeTLSNoResume}

func (l Load) transportModes() []string {
	asked := map[string]bool{modeHTTP2: l.Protocol == HTTP2}
	if t := l.TLS; t != nil {
		asked[modeTLS], asked[modeTLSServerName] = true, t.ServerName != ""
		asked[modeTLSAny], asked[modeTLSHost] = t.Any, !t.Any
		asked[modeTLSResume], asked[modeTLSNoResume] = t.Resume, !t.Resume
	}
	return slices.DeleteFunc(slices.Clone(transportModes), func(mode string) bool { return !asked[mode] })
}

// lacking returns the refusals of a tool that has only these modes of transport.
func lacking(tool string, has ...string) (refusals []Refusal) {
	for _, r := range []Refusal{
		{modeTLS, " is driven without TLS; ask for http, or choose volley, wrk, autocannon or vegeta"},
		{modeHTTP2, " is driven by HTTP/1.1; ask for that, or choose volley"},
		{modeTLSServerName, " asks for the host of the address and no other name; leave the server name out, or choose volley"},
		{modeTLSAny, " is driven without TLS; ask for http, or choose volley, wrk, autocannon or vegeta"},
		{modeTLSHost, " verifies no certificate; take any certificate for this load, or choose volley or vegeta"},
		{modeTLSResume, " makes a full handshake for each connection; do not have sessions resumed, or choose volley or wrk"},
		{modeTLSNoResume, " resumes sessions wherever the server lets it; have them resumed, or choose volley, autocannon or vegeta"},
	} {
		if !slices.Contains(has, r.Mode) {
			refusals = append(refusals, Refusal{r.Mode, tool + r.Sentence})
		}
	}
	return refusals
}

// trusted is the file of what is trusted alone.
func (t *TLS) trusted() File { return fileOf("trusted", "pem", []byte(t.TrustedPEM)) }

// transport are volley's words, and the files that they name.
func (l Load) transport() (words []string, files []File) {
	if l.Protocol == HTTP2 {
		words = append(words, "--protocol", HTTP2)
	}
	t := l.TLS
	if t == nil {
		return words, nil
	}
	if t.ServerName != "" {
		words = append(words, "--tls-server-name", t.ServerName)
	}
	switch {
	case t.Any:
		words = append(words, "--tls-any")
	case t.TrustedPEM != "":
		files = []File{t.trusted()}
		words = append(words, "--tls-ca", l.path(files[0]))
	case t.AuthoritiesFile != "":
		words = append(words, "--tls-ca-also", t.AuthoritiesFile)
	}
	if !t.Resume {
		words = append(words, "--tls-no-resume")
	}
	return words, files
}
