package volley

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
	"time"
)

// What a server can make a connection keep. What is too much pushes others out.
const (
	cookiesMost     = 50
	cookieBytesMost = 4096 // of one, name and value
	jarBytesMost    = 16 << 10
)

// jar is the cookies of one connection, which stay when its socket is opened anew. All of them are of the same host, so that only path and
// time matter, and whether it is spoken to by TLS.
type jar struct {
	host    string // without port
	secure  bool   // connections are by TLS
	cookies []cookie
}

type cookie struct {
	pair    []byte // name=value
	name    int    // length of the name
	path    string
	expires time.Duration // on the loop's clock; 0: never
}

// append writes those that a request of this path takes, longer paths first, as the value of a Cookie header. None is nothing.
func (j *jar) append(buffer, path []byte, now time.Duration) []byte {
	path, _, _ = bytes.Cut(path, []byte{'?'})
	from := len(buffer)
	for i := range j.cookies {
		c := &j.cookies[i]
		if c.expires != 0 && now >= c.expires || !c.fits(path) {
			continue
		}
		if len(buffer) > from {
			buffer = append(buffer, "; "...)
		}
		buffer = append(buffer, c.pair...)
	}
	return buffer
}

// fits says that the cookie's path is that of the request or a folder above it (RFC 6265, 5.1.4).
func (c *cookie) fits(path []byte) bool {
	n := len(c.path)
	return len(path) >= n && string(path[:n]) == c.path && (len(path) == n || c.path[n-1] == '/' || path[n] == '/')
}

// take keeps what a Set-Cookie header of a response says; `path` is that of its request. What cannot be read, or is of another host, is dropped, as
// browsers do.
func (j *jar) take(header string, path string, now time.Duration) {
	set, err := http.ParseSetCookie(header)
	if err != nil || len(set.Name)+len(set.Value) > cookieBytesMost || set.Secure && !j.secure || !j.covers(set.Domain) {
		return
	}
	c := cookie{pair: []byte(set.Name + "=" + set.Value), name: len(set.Name), path: set.Path}
	if set.Quoted {
		c.pair = []byte(set.Name + `="` + set.Value + `"`)
	}
	if !strings.HasPrefix(c.path, "/") {
		c.path = folderOf(path)
	}
	gone := false
	switch {
	case set.MaxAge > 0:
		c.expires = now + time.Duration(min(set.MaxAge, 1<<31))*time.Second
	case set.MaxAge < 0:
		gone = true
	case !set.Expires.IsZero():
		left := time.Until(set.Expires)
		c.expires, gone = now+left, left <= 0
	}
	at := slices.IndexFunc(j.cookies, func(k cookie) bool { return k.path == c.path && bytes.Equal(k.pair[:k.name], c.pair[:c.name]) })
	switch {
	case at >= 0 && gone:
		j.cookies = slices.Delete(j.cookies, at, at+1)
	case at >= 0:
		j.cookies[at] = c // where it stood: of equal paths what was made first is sent first
		j.trim(at)
	case !gone:
		if at = slices.IndexFunc(j.cookies, func(k cookie) bool { return len(k.path) < len(c.path) }); at < 0 {
			at = len(j.cookies)
		}
		j.cookies = slices.Insert(j.cookies, at, c)
		j.trim(at)
	}
}

// trim pushes others out until what was put in has room.
func (j *jar) trim(kept int) {
	sum := 0
	for _, c := range j.cookies {
		sum += len(c.pair)
	}
	for len(j.cookies) > cookiesMost || sum > jarBytesMost {
		victim := 0
		if kept == 0 {
			victim = 1
		} else {
			kept--
		}
		sum -= len(j.cookies[victim].pair)
		j.cookies = slices.Delete(j.cookies, victim, victim+1)
	}
}

// covers says that a cookie's domain is this host or one above it.
func (j *jar) covers(domain string) bool {
	domain = strings.ToLower(strings.TrimPrefix(domain, "."))
	host := strings.ToLower(j.host)
	return domain == "" || domain == host || strings.HasSuffix(host, "."+domain)
}

// folderOf is the path of a cookie that names none (RFC 6265, 5.1.4).
func folderOf(path string) string {
	path, _, _ = strings.Cut(path, "?")
	return path[:max(1, strings.LastIndexByte(path, '/'))]
}

// keepCookies takes what the response to a request has set, a line each. A path with variables is known up to the first of them.
func (l *loop) keepCookies(c *connection, set []byte, which int32) {
	path := string(l.requests[which].path[0].text)
	for header := range bytes.SplitSeq(set, []byte{'\n'}) {
		if len(header) > 0 {
			c.jar.take(string(header), path, l.now)
		}
	}
}

// collectCookies adds the values of the Set-Cookie headers of a head, a line each.
func (r *response) collectCookies(text []byte) {
	_, rest := cutLine(text)
	for {
		var line []byte
		if line, rest = cutLine(rest); len(line) == 0 {
			return
		}
		const name = "set-cookie"
		if len(line) > len(name) && line[len(name)] == ':' && fold(line[:len(name)], name) {
			r.cookies = append(append(r.cookies, bytes.TrimSpace(line[len(name)+1:])...), '\n')
		}
	}
}
