package hostconfig

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const sourced = `{"argv": ["{{program}}", "--port", "9000"], "port": 9000, "healthPath": "/",
	"source": {"git": "https://a:secret@git.example.org/shop.git", "branch": "main", "build": ["/usr/bin/make", "server"], "program": "bin/server", "user": "builder"}}`

func parseTargets(text string) (Target, error) {
	config, err := Parse([]byte(`{"targets": {"shop": ` + text + `}}`))
	return config.Targets["shop"], err
}

func TestASourceIsTakenAsItIsWritten(t *testing.T) {
	target, err := parseTargets(sourced)
	if err != nil {
		t.Fatal(err)
	}
	want := &Source{
		Git: "https://a:secret@git.example.org/shop.git", Branch: "main", Build: []string{"/usr/bin/make", "server"}, Program: "bin/server", User: "builder",
		Timeout: 10 * time.Minute, MemoryBytes: 2 << 30,
	}
	if diff := cmp.Diff(want, target.Source); diff != "" {
		t.Error(diff)
	}
	if target.User != "builder" {
		t.Errorf("what was built runs as %q, not as who built it", target.User)
	}
	if shown := target.Source.Shown(); shown != "https://git.example.org/shop.git" {
		t.Errorf("shown as %s", shown)
	}
	if filled := target.With(map[string]string{"program": "/x/bin/server"}); filled.Argv[0] != "/x/bin/server" {
		t.Errorf("%q", filled.Argv)
	}
	limited := strings.Replace(sourced, `"user": "builder"`, `"user": "builder", "timeoutSeconds": 30, "memoryMiB": 64, "environment": {"GOFLAGS": "-x"}`, 1)
	if target, err = parseTargets(limited); err != nil || target.Source.Timeout != 30*time.Second || target.Source.MemoryBytes != 64<<20 || target.Source.Environment[0] != "GOFLAGS=-x" {
		t.Errorf("%+v, %v", target.Source, err)
	}
}

func TestAMistakeInASourceIsOneSentence(t *testing.T) {
	with := func(from, to string) string { return strings.Replace(sourced, from, to, 1) }
	for text, want := range map[string]string{
		with(`"branch": "main", `, ``):                                       "lacks targets.shop.source.branch, which every source states",
		with(`"branch"`, `"tag": "x", "branch"`):                             "has the unknown field targets.shop.source.tag; known fields: targets.shop.source.git,",
		with(`"main"`, `"--upload-pack=x"`):                                  `has "--upload-pack=x" for targets.shop.source.branch, which must be the name of a branch`,
		with(`"main"`, `"a..b"`):                                             `for targets.shop.source.branch`,
		with(`"main"`, `"a.lock"`):                                           `for targets.shop.source.branch`,
		with(`"bin/server"`, `"../server"`):                                  `has "../server" for targets.shop.source.program, which must be a path in the checkout`,
		with(`"bin/server"`, `"/bin/sh"`):                                    `for targets.shop.source.program`,
		with(`"bin/server"`, `"."`):                                          `for targets.shop.source.program`,
		with(`"/usr/bin/make"`, `"make"`):                                    `has ["make","server"] for targets.shop.source.build, which must be a list of words`,
		with(`"/usr/bin/make"`, `"./../make"`):                               `for targets.shop.source.build`,
		with(`"user": "builder"`, `"user": "a b"`):                           `has "a b" for targets.shop.source.user`,
		with(`"builder"}`, `"builder", "timeoutSeconds": 5}`):                `has 5 for targets.shop.source.timeoutSeconds, which must be a whole number from 10 to 3600`,
		with(`"builder"}`, `"builder", "memoryMiB": "1"}`):                   `has "1" for targets.shop.source.memoryMiB, which must be a whole number from 64 to 1048576`,
		with(`["{{program}}",`, `["/bin/server",`):                           `has targets.shop.source, and no word {{program}} in targets.shop.argv`,
		with(`["{{program}}",`, `["{{other}}", "{{program}}",`):              `has ["{{other}}","{{program}}","--port","9000"] for targets.shop.argv, which must be a list of words`,
		with(`"9000"]`, `"{{workers}}"]`):                                    `has a place {{workers}} in targets.shop, and no parameter of that name`,
		with(`"port"`, `"parameters": {"program": {"values": [1]}}, "port"`): `a parameter or template of that name`,
		`{"argv": ["{{program}}"], "port": 1, "healthPath": "/"}`:            `has ["{{program}}"] for targets.shop.argv`,
	} {
		if _, err := parseTargets(text); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	for _, address := range []string{"git@git.example.org:shop.git", "ssh://git.example.org/shop.git", "file:///srv/shop.git", "ext::sh -c x", "--upload-pack=x", "http://a:secret@x/y",
		"https://x/y?z", "/srv/../etc", "srv/shop.git", "https://a:secret@x/y z"} {
		_, err := parseTargets(with("https://a:secret@git.example.org/shop.git", address))
		if err == nil || !strings.Contains(err.Error(), "has something else for targets.shop.source.git, which must be the address of a repository") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", address, err)
		}
	}
	if target, err := parseTargets(with("https://a:secret@git.example.org/shop.git", "/srv/git/shop.git")); err != nil || target.Source.Shown() != "/srv/git/shop.git" {
		t.Errorf("%+v, %v", target.Source, err)
	}
}
