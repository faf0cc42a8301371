package preflight

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"millionrps/agent/internal/requests"
)

func TestARequestIsFilledAsItWouldBeUnderLoad(t *testing.T) {
	variables := []requests.Variable{
		{Name: "id", Kind: requests.Counter, From: 7},
		{Name: "n", Kind: requests.Random, Least: -3, Most: 9},
		{Name: "city", Kind: requests.Sample, Values: []string{"Łódź", "Bern"}},
	}
	agentName, token, status, hash := "probe {{n}}", "shop", 201, "ABCD"
	asked := requests.Request{
		Method: "PUT", Path: "/orders/{{id}}?n={{n}}", Weight: 1,
		Headers: []requests.Header{{Name: "X-Agent", Value: &agentName}, {Name: "Authorization", Secret: &token}},
		Body:    &requests.Body{Kind: requests.Text, Text: `{"city":"{{city}}"}`},
		Expect:  requests.Expectation{Status: &status, SHA256: &hash},
	}
	got, err := Filled(asked, variables, map[string]string{"shop": "Bearer t"})
	want := Request{
		Method: "PUT", Path: "/orders/7?n=-3", Headers: []Header{{"X-Agent", "probe -3"}, {"Authorization", "Bearer t"}},
		Body: []byte(`{"city":"Łódź"}`), Expect: asked.Expect,
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
	if _, err := Filled(asked, variables, nil); err == nil || !strings.Contains(err.Error(), "Authorization takes the secret shop") {
		t.Errorf("a secret that is missing: %v", err)
	}
	if _, err := Filled(asked, nil, map[string]string{"shop": "Bearer t"}); err == nil || !strings.Contains(err.Error(), "{{id}}") {
		t.Errorf("a variable that is missing: %v", err)
	}
}
