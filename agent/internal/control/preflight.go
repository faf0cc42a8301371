package control

import (
	"strings"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/preflight"
	"millionrps/agent/internal/runner"
)

func preflightOf(c contract.Command) (runner.Action, error) {
	p, err := c.AsPreflightCommand()
	if err != nil {
		return nil, err
	}
	action := runner.Preflight{URL: strings.TrimSuffix(p.Url, "/"), Decompress: p.Decompress, Cookies: p.Cookies}
	if action.Protocol, action.TLS, err = transportOf(p.Protocol, p.Tls, p.TrustedCertificate); err != nil {
		return nil, err
	}
	file, err := askedRequests(p.Requests, p.Variables)
	if err == nil {
		err = file.Check()
	}
	action.Requests, action.Variables = file.Requests, file.Variables
	return action, err
}

func preflightResultOf(answers []preflight.Answer) contract.PreflightResult {
	return contract.PreflightResult{Type: contract.PreflightResultTypePreflight, Answers: mapped(answers, answerOf)}
}

func answerOf(a preflight.Answer) contract.PreflightAnswer {
	return contract.PreflightAnswer{
		Method: a.Method, Path: storable(a.Path), Attempts: int64(a.Attempts), Status: known(a.Status), Protocol: said(a.Protocol),
		Headers: mapped(a.Headers, func(h preflight.Header) contract.PreflightHeader {
			return contract.PreflightHeader{Name: storable(h.Name), Value: storable(h.Value)}
		}),
		BodyBytes: a.BodyBytes, BodyStart: storable(string(a.BodyStart)), TookUs: a.Took.Microseconds(), Fault: said(storable(a.Fault)),
	}
}

// storable replaces bytes that are not text by U+FFFD, and zero bytes too, which PostgreSQL cannot store.
func storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}
