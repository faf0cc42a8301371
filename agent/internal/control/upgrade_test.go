package control

import (
	"strings"
	"testing"

	"millionrps/agent/internal/control/apitest"
	"millionrps/agent/internal/facts"
)

func TestTheProgramThatRunsIsNotInstalledAgain(t *testing.T) {
	a := connect(t, apitest.New(t), 1<<20)
	sum := strings.Repeat("ab", 32)
	a.Kept = true
	a.Facts = func() facts.Facts { return facts.Facts{AgentSHA256: sum} }
	if err := a.beginUpgrade(askedOf{AgentSHA256: sum, ServerSHA256: sum}); err == nil || err.Error() != "host-a runs this agent already" {
		t.Error(err)
	}
}
