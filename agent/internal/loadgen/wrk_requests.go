package loadgen

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"millionrps/agent/internal/requests"
)

// wrkRequests are the requests of a load as a table of Lua, which our script reads. Secrets stand there by the environment variable that has
// their value.
func wrkRequests(tool string, l Load, threads int) (File, error) {
	cycle, err := sequence(l.Requests)
	if err != nil {
		return File{}, err
	}
	size := int64(0)
	for _, i := range cycle {
		if b := l.Requests[i].Body; b != nil {
			size += b.Described().SizeBytes
		}
	}
	// LuaJIT of wrk has 1 to 2 GiB for all threads, and puts each request of a cycle together from its parts.
	if size*int64(threads*l.pipelining()) > inputMost {
		return File{}, errors.New(tooMuchInput(tool))
	}
	var t strings.Builder
	fmt.Fprintf(&t, "return {\nclients = %d, client = %d, threads = %d, seed = %d,\ncycle = {%s},\nvariables = {\n",
		max(1, l.Clients), l.Client, threads, uint64(l.Seed)^uint64(l.Draw)<<20^uint64(l.Client)<<40, numbered(cycle, 1))
	for _, v := range l.Variables {
		t.WriteString(wrkVariable(v))
	}
	t.WriteString("},\nrequests = {\n")
	for _, r := range l.Requests {
		if r.Method == "HEAD" {
			return File{}, errors.New(noHead(tool))
		}
		text, err := wrkRequest(r, l)
		if err != nil {
			return File{}, err
		}
		t.WriteString(text)
	}
	t.WriteString("}}\n")
	return fileOf("requests", "lua", []byte(t.String())), nil
}

func wrkVariable(v requests.Variable) string {
	switch v.Kind {
	case requests.Counter:
		return fmt.Sprintf("{kind = 'counter', from = %d},\n", v.From)
	case requests.Random:
		return fmt.Sprintf("{kind = 'random', least = %d, most = %d},\n", v.Least, v.Most)
	}
	values := make([]string, len(v.Values))
	for i, value := range v.Values {
		values[i] = luaText(value)
	}
	return fmt.Sprintf("{kind = 'sample', turn = %t, values = {%s}},\n", v.Order == requests.InTurn, strings.Join(values, ", "))
}

func wrkRequest(r requests.Request, l Load) (string, error) {
	path, err := luaParts(r.Path, l.Variables)
	if err != nil {
		return "", err
	}
	var t strings.Builder
	fmt.Fprintf(&t, "{method = %s, path = %s, headers = {", luaText(r.Method), path)
	for _, h := range r.Headers {
		if h.Secret != nil {
			n := slices.Index(l.file().Secrets(), *h.Secret)
			fmt.Fprintf(&t, "{name = %s, secret = %s}, ", luaText(h.Name), luaText(SecretVariable(n)))
			continue
		}
		value, err := luaParts(*h.Value, l.Variables)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&t, "{name = %s, value = %s}, ", luaText(h.Name), value)
	}
	t.WriteString("}")
	switch b := r.Body; {
	case b == nil && (r.Method == "POST" || r.Method == "PUT" || r.Method == "PATCH"):
		t.WriteString(", body = {}")
	case b != nil && b.Kind == requests.Text:
		body, err := luaParts(b.Text, l.Variables)
		if err != nil {
			return "", err
		}
		t.WriteString(", body = " + body)
	case b != nil && b.Kind == requests.Base64:
		content, err := b.Bytes()
		if err != nil {
			return "", err
		}
		t.WriteString(", body = {" + luaText(string(content)) + "}")
	case b != nil:
		t.WriteString(", file = " + luaText(b.Path))
	}
	return t.String() + "},\n", nil
}

// luaParts are texts, and the numbers of variables from 1 on.
func luaParts(text string, variables []requests.Variable) (string, error) {
	pattern, err := requests.Parse(text, variables)
	if err != nil {
		return "", err
	}
	parts := make([]string, len(pattern))
	for i, part := range pattern {
		if parts[i] = luaText(part.Text); part.Variable >= 0 {
			parts[i] = strconv.Itoa(part.Variable + 1)
		}
	}
	return "{" + strings.Join(parts, ", ") + "}", nil
}

// luaText is a string of Lua with every byte as it is: three digits after a backslash where it is not a plain one.
func luaText(text string) string {
	var t strings.Builder
	t.WriteByte('"')
	for i := range len(text) {
		if b := text[i]; b >= ' ' && b < 0x7f && b != '"' && b != '\\' {
			t.WriteByte(b)
		} else {
			fmt.Fprintf(&t, "\\%03d", b)
		}
	}
	t.WriteByte('"')
	return t.String()
}
