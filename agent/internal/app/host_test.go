package app

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"millionrps/agent/internal/fakeroot"
	"millionrps/agent/internal/hostconfig"
	"millionrps/agent/internal/loadgen"
)

// fileOf is a configuration file that says this.
func fileOf(t *testing.T, text string) *hostconfig.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "agent.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := hostconfig.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestAToolThatComesChangesOrGoesIsNoticed(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("PATH", folder)
	wrk := filepath.Join(folder, "wrk")
	h, err := readHost(nil, fileOf(t, "{}"), backendChoice{}, "1.2.3", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	want := func(what, version string, changed bool) {
		t.Helper()
		if got := h.lookAgain(); got != changed {
			t.Errorf("%s: changed %v, want %v", what, got, changed)
		}
		found, ok := h.tool("wrk")
		if found.Version != version || ok != (version != "") {
			t.Errorf("%s: version %q, want %q", what, found.Version, version)
		}
		tools := h.known().Tools
		if len(tools) == 0 || tools[0].Name != "volley" || tools[0].Version != "1.2.3" {
			t.Errorf("%s: the facts say %+v of our own generator", what, tools)
		}
		if ok && (len(tools) != 2 || tools[1].Version != version || tools[1].Path != wrk) {
			t.Errorf("%s: the facts say %+v", what, tools)
		}
	}
	want("nothing is there", "", false)
	fakeroot.Tool(t, wrk, "wrk 4.1.0")
	want("it was installed", "4.1.0", true)
	want("it stayed", "4.1.0", false)
	fakeroot.Tool(t, wrk, "wrk 4.2.0")
	want("it was replaced", "4.2.0", true)
	fakeroot.Tool(t, wrk, "cannot open shared object file")
	want("its library is not there yet", "", true)
	want("it is asked again", "", true)
	if err := os.Remove(wrk); err != nil {
		t.Fatal(err)
	}
	want("it was removed", "", true)
	want("it stays away", "", false)
}

func TestANamedToolIsPreferredToTheOneOnThePath(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("PATH", folder)
	for name, version := range map[string]string{"wrk": "4.1.0", "autocannon": "9.0.1", "other": "8.0.0"} {
		fakeroot.Tool(t, filepath.Join(folder, name), version)
	}
	named, err := loadgen.New("autocannon", []string{filepath.Join(folder, "other")})
	if err != nil {
		t.Fatal(err)
	}
	h, err := readHost(map[string]loadgen.Driver{"autocannon": named}, fileOf(t, "{}"), backendChoice{}, "1.2.3", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct{ file, version string }{"wrk": {"wrk", "4.1.0"}, "autocannon": {"other", "8.0.0"}} {
		found, ok := h.tool(name)
		if !ok || found.Version != want.version || found.Driver.Path() != filepath.Join(folder, want.file) {
			t.Errorf("%s: %+v", name, found)
		}
	}
	if len(h.known().Tools) != 3 { // volley is always there
		t.Errorf("the facts say %+v", h.known().Tools)
	}
}

func TestTheConfigurationFileStatesTheBandwidthOfANIC(t *testing.T) {
	var log bytes.Buffer
	file := fileOf(t, `{"nics": {"lo": {"bandwidthBitsPerSecond": 5000000000}, "eth77": {"bandwidthBitsPerSecond": 1}}}`)
	h, err := readHost(nil, file, backendChoice{}, "1.2.3", slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	nics := h.known().NICs
	if stated := nics[len(nics)-1].BandwidthBitsPerSecond; stated == nil || *stated != 5_000_000_000 {
		t.Errorf("the bandwidth of lo is %v", stated)
	}
	if text := log.String(); !strings.Contains(text, "level=WARN") || !strings.Contains(text, "nic=eth77") || strings.Contains(text, "nic=lo") {
		t.Errorf("the log says %s", text)
	}
}

func TestTheConfigurationFileIsReadAgainAndABrokenOneKeepsTheLastGoodOne(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	var log bytes.Buffer
	file := fileOf(t, `{"listeningPorts": [80]}`)
	path, _ := file.Path()
	h, err := readHost(nil, file, backendChoice{}, "1.2.3", slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	put := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if !h.lookAgain() || h.lookAgain() {
			t.Error("a change is noticed once")
		}
	}
	codes := func() string {
		var found []string
		for _, f := range h.examine("")(t.Context(), nil).Findings {
			if strings.HasPrefix(f.Code, "configuration") {
				found = append(found, f.Code+": "+f.Sentence)
			}
		}
		return strings.Join(found, "; ")
	}
	if !strings.Contains(codes(), path+" is in effect") {
		t.Errorf("the doctor says %q", codes())
	}
	put(`{"listeningPorts": [80, 8080]}`)
	if ports := h.known().ListeningPorts; len(ports) != 2 {
		t.Errorf("the facts say %v", ports)
	}
	put(`{"listeningPorts": [80, 8080, }`)
	const kept = "what it said before stays in effect"
	missing := strings.Join(h.known().Missing, "\n")
	if ports := h.known().ListeningPorts; len(ports) != 2 || !strings.Contains(missing, path+" is not JSON") || !strings.Contains(missing, kept) {
		t.Errorf("the facts say %v, %s", ports, missing)
	}
	if fault := h.known().ConfigurationFault; !strings.Contains(fault, path+" is not JSON") || !strings.Contains(fault, kept) {
		t.Errorf("the fault is %q", fault)
	}
	if text := log.String(); !strings.Contains(text, "level=ERROR") || !strings.Contains(text, kept) {
		t.Errorf("the log says %s", text)
	}
	if !strings.Contains(codes(), "configuration-broken: The configuration file "+path) || !strings.Contains(codes(), kept) {
		t.Errorf("the doctor says %s", codes())
	}
	put(`{"listeningPorts": [80]}`)
	if fault := h.known().ConfigurationFault; fault != "" {
		t.Errorf("a file that was mended has the fault %q", fault)
	}
}
