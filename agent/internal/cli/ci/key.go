// Package ci knows the environments of systems for continuous integration.
package ci

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/google/uuid"
)

// systems say which variables name one attempt of one job. The first is only there on that system. Legs of a matrix of GitHub have one
// job, and runners of their own.
var systems = [][]string{
	{"GITHUB_RUN_ID", "GITHUB_RUN_ATTEMPT", "GITHUB_JOB", "GITHUB_REPOSITORY", "RUNNER_NAME"},
	{"CI_PIPELINE_ID", "CI_JOB_ID", "CI_PROJECT_ID"},
	{"BUILDKITE_BUILD_ID", "BUILDKITE_JOB_ID", "BUILDKITE_RETRY_COUNT"},
	{"BUILD_TAG", "STAGE_NAME"},
}

// Key is an idempotency key for a request: of one attempt of a job always the same, so that a step whose connection broke finds what it
// made; elsewhere another each time. `from` says which variable it is made of, and is empty for none.
func Key(getenv func(string) string, body []byte) (key, from string) {
	for _, variables := range systems {
		if getenv(variables[0]) == "" {
			continue
		}
		hash := sha256.New()
		for _, variable := range variables {
			hash.Write([]byte(getenv(variable) + "\x00"))
		}
		hash.Write(body)
		name, _, _ := strings.Cut(strings.ToLower(variables[0]), "_")
		return name + "-" + hex.EncodeToString(hash.Sum(nil))[:32], variables[0]
	}
	return uuid.NewString(), ""
}
