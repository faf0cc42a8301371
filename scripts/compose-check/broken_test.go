package composecheck

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Each case breaks one thing of the real files, in a copy of what the check reads.
func TestWhatIsBrokenIsFound(t *testing.T) {
	cases := []struct{ name, file, old, replacement, want string }{
		{"an unknown field", base, "stop_grace_period: 20s", "stop_grace: 20s", "services.api.stop_grace"},
		{"not YAML", base, "services:", "services: [", "yaml: while parsing"},
		{"an unknown service is waited for", base, "migrate: { condition: service_completed_successfully }", "migration: { condition: service_started }", `undefined service "migration"`},
		{"an undefined volume", base, "  data:\n", "", "undefined volume data"},
		{"an undefined network", base, "networks: [inside]", "networks: [outside]", "undefined network outside"},
		{"a service without health", base, "    x-no-healthcheck: It listens", "    x-note: It listens", "agent has neither a healthcheck"},
		{"health that nobody tells", base, "migrate: { condition: service_completed_successfully }", "migrate: { condition: service_healthy }", "api waits for migrate to be healthy, which has no healthcheck"},
		{"a port for every address", base, "${MILLIONRPS_BIND:-127.0.0.1}:${", "${", "not on 127.0.0.1"},
		{"a published database", base, "networks: [database]\n    shm_size", "ports: ['127.0.0.1:5432:5432']\n    shm_size", "postgres publishes port 5432"},
		{"a default for a secret", base, "${MILLIONRPS_SECRET:?is missing; docs/docker.md has the command that makes .env}", "${MILLIONRPS_SECRET:-changeme}", "${MILLIONRPS_SECRET} may be left out"},
		{"a secret that may be empty", base, "${MILLIONRPS_ADMIN_TOKEN:?is missing; docs/docker.md has the command that makes .env}", "${MILLIONRPS_ADMIN_TOKEN}", "${MILLIONRPS_ADMIN_TOKEN} may be left out"},
		{"a secret in the file", base, "${MILLIONRPS_ADMIN_TOKEN:?is missing; docs/docker.md has the command that makes .env}", "letmein-letmein-letmein", "MILLIONRPS_ADMIN_TOKEN of api does not come"},
		{"a container that may gain rights", base, "security_opt: ['no-new-privileges:true']", "security_opt: []", "agent is not confined"},
		{"a Dockerfile that is not there", base, "dockerfile: web/Dockerfile", "dockerfile: web/Containerfile", "web/Containerfile, which cannot be read"},
		{"a target that is not there", base, "target: migrate", "target: migrations", `there is no stage "migrations"`},
		{"an image that cannot be chosen", "web/Dockerfile", "FROM ${NODE_IMAGE} AS build", "FROM node:24-trixie-slim AS build", "FROM node:24-trixie-slim leaves no choice of image"},
		{"a choice without a default", "web/Dockerfile", "ARG NODE_IMAGE=node:24-trixie-slim", "ARG NODE_IMAGE", "${NODE_IMAGE} has no default"},
		{"a choice that is not passed on", base, "dockerfile: web/Dockerfile, args: *node", "dockerfile: web/Dockerfile", "does not pass NODE_IMAGE on"},
		{"a source that is not there", "api/Dockerfile", "COPY prisma prisma", "COPY prisms prisma", "COPY prisms"},
		{"an import that is not copied", "web/Dockerfile", "COPY scripts/start/sentence.mjs scripts/start/\n", "", "scripts/keep-packages.mjs imports scripts/start/sentence.mjs, which stage build does not have"},
		{"an import of a stage it is based on", "api/Dockerfile", "COPY scripts/start/tied.mjs scripts/start/\n", "", "scripts/prisma.mjs imports scripts/start/tied.mjs, which stage prisma does not have"},
		{"an import of an import", "scripts/start/owner.mjs", "import {", "import './keeper.mjs';\nimport {", "scripts/start/owner.mjs imports scripts/start/keeper.mjs, which stage api does not have"},
		{"an import over several lines", "scripts/prisma.mjs", "import {", "import {\n  hold,\n} from './start/ending.mjs';\nimport {", "scripts/prisma.mjs imports scripts/start/ending.mjs, which stage migrate does not have"},
		{"a source that is kept out", ".dockerignore", "!prisma.config.ts\n", "", "COPY prisma.config.ts: .dockerignore keeps it out"},
		{"a stage that is not there", "agent/Dockerfile", "--from=binaries", "--from=binary", "--from=binary names no earlier stage"},
		{"an unknown instruction", "web/Dockerfile", "EXPOSE 3001", "EXPOSES 3001", "unknown instruction: EXPOSES"},
		{"an image of root", "web/Dockerfile", "USER node\n", "", "ends as root"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			folder := copyOfInputs(t)
			path := filepath.Join(folder, c.file)
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			broken := strings.Replace(string(text), c.old, c.replacement, 1)
			if broken == string(text) {
				t.Fatalf("%s does not have %q any more", c.file, c.old)
			}
			if err := os.WriteFile(path, []byte(broken), 0o644); err != nil {
				t.Fatal(err)
			}
			problems := strings.Join(allProblems(t, folder, base), "\n")
			if !strings.Contains(problems, c.want) {
				t.Errorf("not found; found instead: %q", problems)
			}
		})
	}
}

// copyOfInputs links what the Dockerfiles copy and copies what the cases change.
func copyOfInputs(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for _, name := range []string{base, ".dockerignore", "LICENSE", "package.json", "package-lock.json", "prisma.config.ts", "tsconfig.base.json",
		"api/Dockerfile", "api/package.json", "api/main.ts", "api/contract/routes.ts", "api/rules/spec/shorten.ts", "web/Dockerfile", "web/package.json", "agent/Dockerfile", "agent/go.mod", "agent/go.sum",
		"server/go.mod", "server/go.sum", "prisma/schema/hosts.prisma", "scripts/keep-packages.mjs", "scripts/prisma.mjs", "scripts/sign-in-link.mjs", "scripts/blobs.mjs",
		"prisma/migrations/migration_lock.toml", "scripts/backup.mjs", "scripts/backup/measured.mjs", "scripts/restore.mjs", "scripts/lab/bucket-setting.mjs", "scripts/lab/own-database.mjs", "scripts/start/ending.mjs", "scripts/start/npm-watch.mjs", "scripts/start/run-script.mjs",
		"scripts/start/owner.mjs", "scripts/start/sentence.mjs", "scripts/start/settings.mjs", "scripts/start/tied.mjs", "prisma/engine/schema-engine.mjs",
		"prisma/engine/adapter.mjs", "prisma/engine/databases.mjs", "prisma/engine/methods.mjs", "prisma/engine/rpc.mjs", "reference/journal/entry-08.json"} {
		text, err := os.ReadFile(filepath.Join(repository, name))
		if err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if problems := allProblems(t, folder, base); len(problems) > 0 {
		t.Fatalf("the copy itself has problems: %v", problems)
	}
	return folder
}

func TestNothingPrivateOrBuiltIsSent(t *testing.T) {
	ignored, err := readIgnored(repository)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{".env", "api/.env", "web/.env.local", ".git/config", "data/admin-token", "data/postgres/cluster/base/1",
		"node_modules/pg/index.js", "web/node_modules/x/index.js", ".build/bin/agent", "web/.next/BUILD_ID", "api/platform/store/generated/client.ts",
		"test-results/x.png", "agent/cmd/agent/run_test.go", "api/testing/test-lab.ts", "some-new-folder/secret"} {
		out, err := ignored.MatchesOrParentMatches(path)
		if err != nil || !out {
			t.Errorf("%s is sent to the builder (%v)", path, err)
		}
	}
}
