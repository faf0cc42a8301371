package chartcheck

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

type values = map[string]any

// least is what has to be given.
func least(more ...values) values {
	all := values{"url": "https://bench.example.com", "secrets": values{"existingSecret": "millionrps"}, "trustedProxies": []any{"10.0.0.0/8"}}
	for _, some := range more {
		for key, value := range some {
			all[key] = value
		}
	}
	return all
}

var everything = least(values{
	"images":         values{"prefix": "registry.example.com/lab/", "pullSecrets": []any{values{"name": "registry"}}},
	"api":            values{"replicas": 3, "env": []any{values{"name": "AWS_REGION", "value": "us-east-1"}}, "nodeSelector": values{"a": "b"}},
	"blobs":          values{"s3": "s3://lab/millionrps", "endpoint": "https://s3.example.com"},
	"serviceAccount": values{"annotations": values{"eks.amazonaws.com/role-arn": "arn:aws:iam::123456789012:role/millionrps"}},
	"ingress":        values{"enabled": true, "className": "nginx", "tlsSecret": "bench-tls"},
	"agents":         values{"enabled": true, "tuning": true, "labels": []any{"c8i", "0"}, "tolerations": []any{values{"operator": "Exists"}}},
})

var variants = map[string]values{
	"what has to be given":  least(),
	"everything":            everything,
	"agents that only look": least(values{"agents": values{"enabled": true}}),
	"one volume for many":   least(values{"api": values{"replicas": 2}, "blobs": values{"volume": values{"accessMode": "ReadWriteMany"}}}),
	"TLS of the API itself": least(values{"trustedProxies": []any{}, "tls": values{"existingSecret": "bench-tls"}}),
	"plain HTTP, insisted":  least(values{"url": "http://bench", "insecureHttp": true, "agents": values{"enabled": true}}),
	"a volume of one's own": least(values{"blobs": values{"volume": values{"existingClaim": "lab"}}}),
}

func rendered(t *testing.T, some values) []Manifest {
	t.Helper()
	manifests, err := Render(some)
	if err != nil {
		t.Fatal(err)
	}
	return manifests
}

func find(t *testing.T, manifests []Manifest, kind, name string) Manifest {
	t.Helper()
	at := slices.IndexFunc(manifests, func(m Manifest) bool { return m.Kind() == kind && m.Name() == name })
	if at < 0 {
		t.Fatalf("there is no %s %s", kind, name)
	}
	return manifests[at]
}

func TestHelmHasNothingToSay(t *testing.T) {
	for name, some := range variants {
		if problems := Lint(some); len(problems) > 0 {
			t.Errorf("%s: %v", name, problems)
		}
	}
}

// versions are the oldest that Chart.yaml lets in, and the newest whose schemas are there.
var versions = []string{"1.29.0", "1.37.0"}

// refusal is what Kubernetes' schemas say against the documents; empty when nothing.
func refusal(t *testing.T, version string, texts ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "manifests.yaml")
	if err := os.WriteFile(file, []byte(strings.Join(texts, "\n---\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("python3", "-m", "kubernetes_validate", "--strict", "--quiet", "-k", version, file).CombinedOutput()
	if err == nil {
		return ""
	}
	return version + ": " + string(out)
}

func TestKubernetesKnowsEveryField(t *testing.T) {
	for name, some := range variants {
		var texts []string
		for _, m := range rendered(t, some) {
			texts = append(texts, m.Text)
		}
		for _, version := range versions {
			if said := refusal(t, version, texts...); said != "" {
				t.Errorf("%s: %s", name, said)
			}
		}
	}
}

func TestAFieldThatKubernetesDoesNotKnowIsFound(t *testing.T) {
	agent := find(t, rendered(t, everything), "DaemonSet", "lab-agent").Text
	for _, version := range versions {
		for _, broken := range []string{
			strings.Replace(agent, "hostNetwork:", "hostNetworks:", 1),
			strings.Replace(agent, "terminationGracePeriodSeconds: 60", "terminationGracePeriodSeconds: soon", 1),
		} {
			if broken == agent || refusal(t, version, broken) == "" {
				t.Errorf("%s takes it", version)
			}
		}
	}
}

func TestWhatCannotWorkIsRefusedWithWhatToDo(t *testing.T) {
	cases := []struct {
		name string
		some values
		want string
	}{
		{"no address", values{"secrets": values{"existingSecret": "x"}}, "Set url to the address that people open"},
		{"no secret", values{"url": "https://bench.example.com"}, "Set secrets.existingSecret"},
		{"replicas with a disk each", least(values{"api": values{"replicas": 2}}), "More than one API replica shares its files"},
		{"nobody who speaks TLS", least(values{"trustedProxies": []any{}}), "Who speaks TLS?"},
		{"plain HTTP", least(values{"url": "http://bench.example.com"}), "insist with insecureHttp=true"},
		{"a misspelt value", least(values{"agent": values{"enabled": true}}), "agent"},
		{"an address with a path", least(values{"url": "https://bench.example.com/lab"}), "url"},
	}
	for _, c := range cases {
		if _, err := Render(c.some); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestNoSecretStandsInWhatIsRendered(t *testing.T) {
	secret := regexp.MustCompile(`PASSWORD|SECRET|TOKEN|DATABASE_URL`)
	for name, some := range variants {
		for _, m := range rendered(t, some) {
			if m.Kind() == "Secret" {
				t.Errorf("%s makes a Secret: it would be in the release's history", name)
			}
			containers, _ := m.pod()["containers"].([]any)
			for _, container := range containers {
				variables, _ := container.(values)["env"].([]any)
				for _, variable := range variables {
					v := variable.(values)
					if secret.MatchString(v["name"].(string)) && v["value"] != nil {
						t.Errorf("%s: %s of %s has its value in the manifest", name, v["name"], m.Name())
					}
				}
			}
		}
	}
}

func TestNoVariableStandsTwice(t *testing.T) {
	for name, some := range variants {
		for _, m := range rendered(t, some) {
			containers, _ := m.pod()["containers"].([]any)
			for _, container := range containers {
				seen := map[any]bool{}
				variables, _ := container.(values)["env"].([]any)
				for _, variable := range variables {
					v := variable.(values)["name"]
					if seen[v] {
						t.Errorf("%s: %s has %s twice", name, m.Name(), v)
					}
					seen[v] = true
				}
			}
		}
	}
}

func TestOnlyAgentsThatTuneMayMoreThanAnOrdinaryUser(t *testing.T) {
	for name, some := range variants {
		for _, m := range rendered(t, some) {
			containers, _ := m.pod()["containers"].([]any)
			for i := range containers {
				at := func(field string) any {
					return m.At("spec", "template", "spec", "containers", i, "securityContext", field)
				}
				tunes := m.Kind() == "DaemonSet" && name == "everything"
				confined := at("readOnlyRootFilesystem") == true && at("allowPrivilegeEscalation") == false &&
					m.At("spec", "template", "spec", "securityContext", "runAsNonRoot") == true
				if confined == tunes || (at("privileged") == true) != tunes {
					t.Errorf("%s: %s %s: confined %v", name, m.Kind(), m.Name(), confined)
				}
			}
		}
	}
}

func TestAnAgentSeesItsNodeAndKeepsItsName(t *testing.T) {
	agent := find(t, rendered(t, everything), "DaemonSet", "lab-agent")
	if agent.At("spec", "template", "spec", "hostNetwork") != true {
		t.Error("it is not on the node's network")
	}
	if got := agent.At("spec", "template", "spec", "nodeSelector", "millionrps.dev/agent"); got != "true" {
		t.Errorf("it runs on nodes with %v", got)
	}
	if agent.At("spec", "template", "spec", "containers", 0, "resources") != nil {
		t.Error("a limit would be measured")
	}
	volumes, _ := agent.At("spec", "template", "spec", "volumes").([]any)
	if !slices.ContainsFunc(volumes, func(v any) bool { return Manifest{Object: v.(values)}.At("hostPath", "path") != nil }) {
		t.Error("its journal goes with the pod, and nobody would put the host back")
	}
}

func TestTheImagesAreThoseOfTheCompositionAndTheVersionThatOfTheProduct(t *testing.T) {
	compose, err := os.ReadFile("../../docker-compose.yml")
	if err != nil {
		t.Fatal(err)
	}
	product, err := os.ReadFile("../../package.json")
	if err != nil {
		t.Fatal(err)
	}
	built := map[string]bool{}
	for _, match := range regexp.MustCompile(`image: (millionrps-\w+)`).FindAllStringSubmatch(string(compose), -1) {
		built[match[1]] = false
	}
	image := regexp.MustCompile(`^registry\.example\.com/lab/(millionrps-\w+):(.+)$`)
	for _, m := range rendered(t, everything) {
		containers, _ := m.pod()["containers"].([]any)
		for i := range containers {
			name, _ := m.At("spec", "template", "spec", "containers", i, "image").(string)
			parts := image.FindStringSubmatch(name)
			if parts == nil || !strings.Contains(string(product), `"version": "`+parts[2]+`"`) {
				t.Fatalf("%s is started from %q", m.Name(), name)
			}
			if _, known := built[parts[1]]; !known {
				t.Errorf("nobody builds %s", parts[1])
			}
			built[parts[1]] = true
		}
	}
	for name, used := range built {
		if !used {
			t.Errorf("%s is built and not in the chart", name)
		}
	}
}
