package loadgen

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"millionrps/agent/internal/requests"
)

// inputMost bounds what a tool is given to read for one load, in bytes: each of them keeps it in memory, some more than once.
const inputMost = 256 << 20

func tooMuchInput(tool string) string {
	return fmt.Sprintf("%s would keep more than %d MiB of bodies in memory for this mix; ask for smaller bodies or rounder weights, or choose volley", tool, inputMost>>20)
}

func noHead(tool string) string {
	return tool + " waits for the body that the answer to HEAD does not have; ask for GET, or choose volley"
}

func noExpect(tool string) Refusal {
	return Refusal{modeExpect, tool + " counts statuses and looks at nothing else of a response; expect nothing but a status from 200 to 299, or choose volley or k6"}
}

func noSecrets(tool string) Refusal {
	return Refusal{modeSecrets, tool + " takes headers from its command or a file, where a secret would be read by others; choose volley, wrk or k6"}
}

func noCookies(tool string) Refusal {
	return Refusal{modeCookies, tool + " keeps no cookies; turn them off, or choose volley or k6"}
}

func keepsOpen(tool string) Refusal {
	return Refusal{modeRequestsPerConnection, tool + " cannot close a connection after a number of requests; leave connections open, or choose volley"}
}

// bodyFile is the path of a request's body: an existing file, or one that is still to be written.
func bodyFile(l Load, b *requests.Body) (files []File, path string, err error) {
	if b.Kind == requests.Stored {
		return nil, b.Path, nil
	}
	content, err := b.Bytes()
	if err != nil {
		return nil, "", err
	}
	file := fileOf("body", "bin", content)
	return []File{file}, l.path(file), nil
}

// vegetaTargets are the cycle of requests in vegeta's own format, and the files of their bodies. vegeta reads a body for every line that names
// it, and cannot read a header without a value.
func vegetaTargets(l Load) (targets File, bodies []File, err error) {
	cycle, err := sequence(l.Requests)
	if err != nil {
		return File{}, nil, err
	}
	texts, sizes := make([]string, len(l.Requests)), make([]int64, len(l.Requests))
	for i, r := range l.Requests {
		var text strings.Builder
		text.WriteString(r.Method + " " + l.url(r.Path) + "\n")
		encodes := l.Decompress
		for _, h := range r.Headers {
			if strings.TrimSpace(*h.Value) == "" || strings.HasPrefix(h.Name, "#") {
				return File{}, nil, fmt.Errorf("vegeta cannot send the header %s as it is; give it a value, or choose volley", h.Name)
			}
			// Go adds User-Agent and Accept-Encoding unless it finds them under their usual names.
			name := http.CanonicalHeaderKey(h.Name)
			text.WriteString(name + ": " + *h.Value + "\n")
			encodes = encodes || name == "Accept-Encoding"
		}
		if !encodes {
			// Without a word on encodings Go asks for gzip.
			text.WriteString("Accept-Encoding: identity\n")
		}
		if r.Body != nil {
			files, path, err := bodyFile(l, r.Body)
			if err != nil {
				return File{}, nil, err
			}
			bodies = append(bodies, files...)
			text.WriteString("@" + path + "\n")
			sizes[i] = r.Body.Described().SizeBytes
		}
		if r.Body != nil || len(r.Headers) > 0 || !encodes {
			text.WriteString("\n")
		}
		texts[i] = text.String()
	}
	var all strings.Builder
	size := int64(0)
	for _, i := range cycle {
		if size += sizes[i]; size > inputMost {
			return File{}, nil, errors.New(tooMuchInput("vegeta"))
		}
		all.WriteString(texts[i])
	}
	return fileOf("targets", "txt", []byte(all.String())), bodies, nil
}

// headersOnce is for tools that keep headers by their names.
func headersOnce(tool string, r requests.Request) error {
	known := map[string]bool{}
	for _, h := range r.Headers {
		name := strings.ToLower(h.Name)
		if known[name] {
			return fmt.Errorf("%s sends a header once, and %s is asked for twice; join the values with a comma, or choose volley", tool, h.Name)
		}
		known[name] = true
	}
	return nil
}
