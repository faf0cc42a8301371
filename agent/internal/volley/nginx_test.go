package volley

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crypto/x509"
	"encoding/pem"

	"millionrps/agent/internal/installed"
)

// nginx is a real one, in a process of its own, whose access log has a line for each request.
type nginx struct {
	certified
	folder, address string
	process         *exec.Cmd
}

func startNginx(t *testing.T) *nginx {
	t.Helper()
	n := &nginx{certified: certify(t, time.Hour, "127.0.0.1"), folder: t.TempDir()}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	n.address = listener.Addr().String()
	listener.Close()
	key, err := x509.MarshalPKCS8PrivateKey(n.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	n.write(t, "key.pem", string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key})))
	n.write(t, "cert.pem", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: n.Certificate.Certificate[0]})))
	temporary := ""
	for _, of := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		temporary += fmt.Sprintf("%s_temp_path %s/%s; ", of, n.folder, of)
	}
	n.write(t, "nginx.conf", fmt.Sprintf(`daemon off; master_process off; pid %[1]s/pid; error_log %[1]s/error.log;
events {}
http {
  %[2]s
  log_format seen "$server_protocol $ssl_session_reused $status $connection";
  access_log %[1]s/access.log seen;
  ssl_certificate cert.pem; ssl_certificate_key key.pem; ssl_session_cache shared:all:1m;
  server { listen %[3]s ssl http2; location / { return 200 "hello"; } }
}
`, n.folder, temporary, n.address))
	n.process = exec.Command(installed.Program(t, "nginx"), "-p", n.folder, "-c", filepath.Join(n.folder, "nginx.conf"), "-e", filepath.Join(n.folder, "error.log"))
	if err := n.process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { n.end() })
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if c, err := net.Dial("tcp", n.address); err == nil {
			c.Close()
			return n
		} else if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}

func (n *nginx) write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(n.folder, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func (n *nginx) end() {
	_ = n.process.Process.Kill()
	_ = n.process.Wait()
}

func (n *nginx) options(t *testing.T) Options {
	t.Helper()
	u, err := url.Parse("https://" + n.address + "/")
	if err != nil {
		t.Fatal(err)
	}
	return Options{
		URL: u, Connections: 4, Pipelining: 1, Loops: 2, Duration: time.Second, Timeout: 5 * time.Second, TLS: TLS{AuthoritiesFile: n.file},
	}
}

// seen are the lines of the log by what they say but for the connection's number, and how many connections there were by whether they resumed.
func (n *nginx) seen(t *testing.T) (lines map[string]int64, full, resumed int64) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(n.folder, "access.log"))
	if err != nil {
		t.Fatal(err)
	}
	lines = map[string]int64{}
	connections := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		lines[words[0]+" "+words[2]]++
		if !connections[words[3]] {
			connections[words[3]] = true
			if words[1] == "r" {
				resumed++
			} else {
				full++
			}
		}
	}
	return lines, full, resumed
}

// nginx takes 1,000 requests on a connection, says so, and looks at no more.
func TestSentIsWhatNginxLogged(t *testing.T) {
	for _, protocol := range []string{HTTP1, HTTP2} {
		for _, rate := range []float64{0, 3000} {
			t.Run(fmt.Sprint(protocol, rate), func(t *testing.T) {
				n := startNginx(t)
				o := n.options(t)
				o.Protocol, o.Rate = protocol, rate
				if protocol == HTTP2 {
					o.Pipelining = 10
				}
				r := measure(t, o)
				lines, _, _ := n.seen(t)
				want := map[string]string{HTTP1: "HTTP/1.1 200", HTTP2: "HTTP/2.0 200"}[protocol]
				if lines[want] != r.Sent || len(lines) != 1 || r.Failed.Total != 0 || r.Succeeded < 2000 {
					t.Errorf("nginx logged %v; %d sent, %d succeeded, %+v, %+v", lines, r.Sent, r.Succeeded, r.Failed, r.Streams)
				}
				if protocol == HTTP2 && *r.Streams.Allowed != 128 {
					t.Errorf("nginx allows 128 streams, not %d", *r.Streams.Allowed)
				}
			})
		}
	}
}

func TestSessionsAreResumedAsNginxSaysOrNotAtAll(t *testing.T) {
	for _, full := range []bool{true, false} {
		n := startNginx(t)
		o := n.options(t)
		o.RequestsPerConnection, o.TLS.NoResume = 1, full
		r := measure(t, o)
		_, seenFull, seenResumed := n.seen(t)
		// The last connections may have no request.
		if all := r.TLS.All; full && (seenResumed != 0 || all.Resumed != 0) ||
			seenFull+seenResumed < r.Succeeded || all.Full-seenFull > 4 || all.Resumed-seenResumed > 4 || !full && seenResumed < 10*seenFull {
			t.Errorf("nginx saw %d full and %d resumed, volley says %+v", seenFull, seenResumed, all)
		}
		if r.Failed.Total != 0 {
			t.Errorf("%+v", r.Failed)
		}
	}
}
