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

func TestAToolThatComesChangesOrGoesIsNoticed(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("PATH", folder)
	wrk := filepath.Join(folder, "wrk")
	h, err := readHost(nil, hostconfig.Config{}, "1.2.3", slog.New(slog.DiscardHandler))
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
	h, err := readHost(map[string]loadgen.Driver{"autocannon": named}, hostconfig.Config{}, "1.2.3", slog.New(slog.DiscardHandler))
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
	config := hostconfig.Config{BandwidthBitsPerSecond: map[string]int64{"lo": 5_000_000_000, "eth77": 1}}
	h, err := readHost(nil, config, "1.2.3", slog.New(slog.NewTextHandler(&log, nil)))
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
