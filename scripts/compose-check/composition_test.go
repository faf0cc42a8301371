package composecheck

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/dotenv"
)

const (
	repository = "../.."
	base       = "docker-compose.yml"
	onHost     = "docker-compose.host.yml"
)

// example has a value for each secret that is found nowhere else.
var example = map[string]string{
	"POSTGRES_PASSWORD":      "example-of-a-database-password",
	"MILLIONRPS_SECRET":      "example-of-a-session-secret-that-is-long",
	"MILLIONRPS_ADMIN_TOKEN": "example-of-an-admin-token",
	"MILLIONRPS_JOIN_TOKEN":  "example-of-a-join-token",
}

func variables(leaveOut ...string) (set, values []string) {
	for name, value := range example {
		if !slices.Contains(leaveOut, name) {
			set, values = append(set, name+"="+value), append(values, value)
		}
	}
	return set, values
}

func allProblems(t *testing.T, folder string, files ...string) []string {
	t.Helper()
	set, values := variables()
	project, err := Load(folder, set, files...)
	if err != nil {
		return []string{err.Error()}
	}
	names, err := Variables(folder, files...)
	if err != nil {
		t.Fatal(err)
	}
	return append(Problems(project), SecretProblems(project, names, values)...)
}

func TestTheCompositionHasNoProblems(t *testing.T) {
	for name, files := range map[string][]string{"alone": {base}, "with the agent on the host": {base, onHost}} {
		t.Run(name, func(t *testing.T) {
			for _, problem := range allProblems(t, repository, files...) {
				t.Error(problem)
			}
		})
	}
}

func TestTheServicesAreThoseOfNpmStart(t *testing.T) {
	set, _ := variables()
	project, err := Load(repository, set, base)
	if err != nil {
		t.Fatal(err)
	}
	names := project.ServiceNames()
	slices.Sort(names)
	if want := []string{"agent", "api", "migrate", "postgres", "web"}; !slices.Equal(names, want) {
		t.Errorf("services are %v, not %v", names, want)
	}
	if url := project.Services["api"].Environment["DATABASE_URL"]; url == nil || *url != "postgresql://millionrps:example-of-a-database-password@postgres:5432/millionrps" {
		t.Errorf("the API's DATABASE_URL is %v", url)
	}
	for _, secret := range []string{"POSTGRES_PASSWORD", "MILLIONRPS_SECRET", "MILLIONRPS_ADMIN_TOKEN", "DATABASE_URL"} {
		for _, name := range []string{"web", "agent"} {
			if _, has := project.Services[name].Environment[secret]; has {
				t.Errorf("%s is given %s, which it has no business with", name, secret)
			}
		}
	}
}

func TestTheAgentOnTheHostLeavesTheNetworksOfTheOthers(t *testing.T) {
	set, _ := variables()
	project, err := Load(repository, set, base, onHost)
	if err != nil {
		t.Fatal(err)
	}
	agent := project.Services["agent"]
	if agent.NetworkMode != "host" || len(agent.Networks) != 0 {
		t.Errorf("the agent's network mode is %q with networks %v", agent.NetworkMode, agent.Networks)
	}
	if !slices.Contains(agent.Command, "http://127.0.0.1:3080") {
		t.Errorf("the agent does not dial the port of the host's loopback: %v", agent.Command)
	}
	for _, port := range project.Services["api"].Ports {
		if port.HostIP != "127.0.0.1" {
			t.Errorf("port %d is published on %q", port.Target, port.HostIP)
		}
	}
}

func TestAMissingSecretIsNamed(t *testing.T) {
	for name := range example {
		t.Run(name, func(t *testing.T) {
			set, _ := variables(name)
			_, err := Load(repository, set, base)
			if err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "docs/docker.md") {
				t.Errorf("without %s: %v", name, err)
			}
		})
	}
}

func TestTheGuidesCommandMakesWhatComposeNeeds(t *testing.T) {
	guide, err := os.ReadFile(filepath.Join(repository, "docs/docker.md"))
	if err != nil {
		t.Fatal(err)
	}
	command := regexp.MustCompile(`(?m)^\(umask .*> \.env\)$`).Find(guide)
	if command == nil {
		t.Fatal("docs/docker.md has no line that makes .env")
	}
	if _, err := exec.LookPath("openssl"); err != nil {
		t.Skip("openssl is not installed, which the guide asks for")
	}
	folder := t.TempDir()
	make := func() ([]byte, error) {
		shell := exec.Command("sh", "-c", string(command))
		shell.Dir = folder
		return shell.CombinedOutput()
	}
	if output, err := make(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	file := filepath.Join(folder, ".env")
	made, err := dotenv.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	set := []string{}
	for name, value := range made {
		set = append(set, name+"="+value)
		if !regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString(value) {
			t.Errorf("%s does not fit into a URL as it is", name)
		}
	}
	if _, err := Load(repository, set, base); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf(".env is not private: %v %v", info.Mode(), err)
	}
	if _, err := make(); err == nil {
		t.Error("a second time, the command replaces the secrets of an instance that has data")
	}
}
