package volley

import (
	"slices"
	"strings"

	"millionrps/agent/internal/volley/h2"
)

// headBlock is the head of a request as HTTP/2 sends it: all of it where it is the same each time, else in segments.
type headBlock struct {
	fixed    []byte
	segments []segment
}

// segment is text, and a value behind it that differs each time.
type segment struct {
	text  []byte
	value pattern
}

// newBlocks renders heads once. Cookies and the lengths of bodies come last, as they may differ.
func newBlocks(p *plan, scheme string) []headBlock {
	blocks := make([]headBlock, len(p.requests))
	for i := range p.requests {
		r := &p.requests[i]
		blocks[i] = newBlock(r, scheme)
		if len(r.variables) == 0 && !p.cookies && !r.sized {
			blocks[i].fixed = blocks[i].segments[0].text
		}
	}
	return blocks
}

func newBlock(r *rendered, scheme string) (b headBlock) {
	fields := append([]field{
		{":method", fixed(r.method)}, {":scheme", fixed(scheme)}, {":authority", r.host}, {":path", r.path},
	}, r.fields...)
	var same []h2.Field
	for _, f := range fields {
		name := strings.ToLower(f.name)
		if !f.value.varies() {
			same = append(same, h2.Field{Name: name, Value: string(f.value.appendTo(nil, nil))})
			continue
		}
		b.segments = append(b.segments, segment{h2.AppendName(h2.Block(same), name), f.value})
		same = nil
	}
	b.segments = append(b.segments, segment{text: h2.Block(same)})
	return b
}

// ofOneConnection are headers that say something of a connection, which HTTP/2 does not have (RFC 9113, section 8.2.2).
var ofOneConnection = []string{"connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade", "http2-settings"}

// unfit is the first header that HTTP/2 does not have; empty where there is none.
func (o *Options) unfit() string {
	names := make([]string, 0, len(o.Headers))
	for _, h := range o.Headers {
		name, _, _ := strings.Cut(h, ":")
		names = append(names, name)
	}
	for _, r := range o.Requests {
		for _, h := range r.Headers {
			names = append(names, h.Name)
		}
	}
	at := slices.IndexFunc(names, func(name string) bool { return slices.Contains(ofOneConnection, strings.ToLower(name)) })
	if at < 0 {
		return ""
	}
	return names[at]
}
