package volley

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"millionrps/agent/internal/requests"
)

func TestCookiesAreSentAsABrowserWould(t *testing.T) {
	const hour = time.Hour
	for _, c := range []struct {
		set    []string
		path   string
		after  time.Duration
		want   string
		secure bool
	}{
		{[]string{"a=1"}, "/x/y", 0, "a=1", false},
		{[]string{"a=1; Path=/"}, "/other", 0, "a=1", false},
		{[]string{"a=1"}, "/other", 0, "", false}, // made for /x
		{[]string{"a=1; Path=/x"}, "/xy", 0, "", false},
		{[]string{"a=1; Path=/x"}, "/x?q=1", 0, "a=1", false},
		{[]string{"a=1; Path=/x/"}, "/x", 0, "", false},
		{[]string{"a=1; Path=/", "b=2; Path=/x"}, "/x/y", 0, "b=2; a=1", false},
		{[]string{"a=1; Path=/", "a=2; Path=/"}, "/", 0, "a=2", false},
		{[]string{"a=1; Path=/", "b=2; Path=/", "a=3; Path=/"}, "/", 0, "a=3; b=2", false},
		{[]string{"a=1; Path=/; Max-Age=10"}, "/", 9 * time.Second, "a=1", false},
		{[]string{"a=1; Path=/; Max-Age=10"}, "/", 10 * time.Second, "", false},
		{[]string{"a=1; Path=/", "a=; Path=/; Max-Age=0"}, "/", 0, "", false},
		{[]string{"a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT"}, "/", 0, "", false},
		{[]string{"a=1; Path=/; Expires=Fri, 01 Jan 2100 00:00:00 GMT"}, "/", hour, "a=1", false},
		{[]string{"a=1; Path=/; Secure"}, "/", 0, "", false},
		{[]string{"a=1; Path=/; Secure; HttpOnly; SameSite=Lax"}, "/", 0, "a=1", true},
		{[]string{"a=1; Path=/; Domain=example.org"}, "/", 0, "a=1", false},
		{[]string{"a=1; Path=/; Domain=other.org"}, "/", 0, "", false},
		{[]string{`a="1 2"; Path=/`}, "/", 0, `a="1 2"`, false},
		{[]string{"nonsense", "=x"}, "/", 0, "", false},
	} {
		j := jar{host: "shop.example.org", secure: c.secure}
		for _, header := range c.set {
			j.take(header, "/x/z", 0)
		}
		if got := string(j.append(nil, []byte(c.path), c.after)); got != c.want {
			t.Errorf("%q on %s after %s: %q, want %q", c.set, c.path, c.after, got, c.want)
		}
	}
}

func TestAServerCannotFillAJar(t *testing.T) {
	j := jar{host: "h"}
	for i := range 1000 {
		j.take(fmt.Sprintf("c%d=%s; Path=/", i, strings.Repeat("x", i%5000)), "/", 0)
		if got := j.append(nil, []byte("/"), 0); len(j.cookies) > cookiesMost || len(got) > jarBytesMost+2*cookiesMost {
			t.Fatalf("%d cookies of %d bytes", len(j.cookies), len(got))
		}
	}
	if last := string(j.append(nil, []byte("/"), 0)); !strings.Contains(last, "c999=") {
		t.Error("the last one was not kept")
	}
}

// Each connection is somebody else: it gets a cookie with its first response, sends it from then on, and never another's.
func TestEveryConnectionHasItsOwnCookies(t *testing.T) {
	var all heard
	s := serve(t, "tcp", all.listen(func(e exchange) bool {
		if !strings.Contains(e.head, "\r\nCookie: ") {
			return e.write(fmt.Sprintf("HTTP/1.1 200 OK\r\nSet-Cookie: user=%d; Path=/\r\nset-cookie: old=1; Max-Age=0\r\nContent-Length: 0\r\n\r\n", e.count))
		}
		return e.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
	}))
	o := s.options("/")
	o.Cookies, o.RequestsPerConnection = true, 20
	o.Requests = []requests.Request{requests.Get("/a", 1), post("/b", "text", 1)}
	if r := measure(t, o); r.Failed.Total != 0 || r.Sent != s.requests.Load() {
		t.Errorf("%+v", r)
	}
	users := map[string]int{}
	for _, e := range all.list() {
		_, rest, _ := strings.Cut(e.head, "\r\nCookie: ")
		value, _, _ := strings.Cut(rest, "\r\n")
		users[value]++
	}
	if users[""] != 4 || len(users) != 5 || s.accepted.Load() <= 4 {
		t.Errorf("4 connections over %d sockets sent the cookies %v", s.accepted.Load(), users)
	}
}
