package hostconfig

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

const withTemplate = `{"targets": {"shop": {
	"argv": ["/usr/sbin/nginx", "-c", "{{conf}}"], "port": 8080, "healthPath": "/",
	"parameters": {"workers": {"values": [1, 2, 4], "default": 2}},
	"templates": {"conf": {"from": "FOLDER/nginx.conf.in"}}
}}}`

// putTemplate writes a configuration file and its template, and answers the paths of both.
func putTemplate(t *testing.T, config, template string) (path, from string) {
	t.Helper()
	folder := t.TempDir()
	path, from = filepath.Join(folder, "agent.json"), filepath.Join(folder, "nginx.conf.in")
	for name, text := range map[string]string{path: strings.ReplaceAll(config, "FOLDER", folder), from: template} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return path, from
}

func TestATemplateIsFilled(t *testing.T) {
	path, from := putTemplate(t, withTemplate, "worker_processes {{workers}};\nlog '{{{{x}} {{workers}}{{{{{{{{';\n")
	file, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	shop := file.Config().Targets["shop"]
	template := shop.Templates[0]
	if template != (Template{"conf", from}) || template.FileName() != "nginx.conf" {
		t.Errorf("%+v, whose copy is %s", template, template.FileName())
	}
	filled, used, err := template.Fill(map[string]string{"workers": "{{4}}"})
	if want := "worker_processes {{4}};\nlog '{{x}} {{4}}{{{{';\n"; err != nil || string(filled) != want || !slices.Equal(used, []string{"workers", "workers"}) {
		t.Errorf("%q with %q: %v", filled, used, err)
	}
	if argv := shop.With(map[string]string{"workers": "1", "conf": "/run/nginx.conf"}).Argv; argv[2] != "/run/nginx.conf" {
		t.Errorf("%q", argv)
	}
}

func TestATemplateThatCannotBeIsRefused(t *testing.T) {
	const good = "worker_processes {{workers}};\n"
	for _, tt := range []struct{ from, to, template, sentence string }{
		{"", "", "{{workers}}\n{{size}}", "agent.json has the template conf in targets.shop: FOLDER/nginx.conf.in has the place {{size}} on line 2, and the target has no parameter of that name"},
		{"", "", good + "{{ workers }}", "has {{ on line 2, which begins no place such as {{workers}}; write {{{{ for braces that are to stay"},
		{"", "", good + "x {{", "has {{ on line 2, which begins no place"},
		{"", "", "worker_processes 1;", "has the parameter workers in targets.shop, and neither argv, environment nor a template has a place {{workers}} for it"},
		{"", "", good + "\x00", "nginx.conf.in has a byte of 0, and must be text"},
		{"", "", good + strings.Repeat("#", templateBytesMost), "nginx.conf.in is larger than 1 MiB"},
		{"nginx.conf.in", "none.in", good, "none.in cannot be read: no such file or directory"},
		{"/nginx.conf.in", "", good, "is no regular file"},
		{"FOLDER/", "", good, `has "nginx.conf.in" for targets.shop.templates.conf.from, which must be an absolute path such as`},
		{`"from"`, `"to"`, good, "has the unknown field targets.shop.templates.conf.to"},
		{`{"from": "FOLDER/nginx.conf.in"}`, "{}", good, "lacks targets.shop.templates.conf.from, the path of the template"},
		{`"conf":`, `"2":`, good, `names a template "2": a name begins with a letter`},
		{"{{conf}}", "nginx.conf", good, "has the template conf in targets.shop, and neither argv nor environment has a place {{conf}} for the path of its filled copy"},
		{`"parameters": {"workers"`, `"parameters": {"conf"`, good, "has a parameter and a template conf in targets.shop; give one of them another name"},
		{`"/usr/sbin/nginx"`, `"/usr/sbin/{{conf}}"`, good, "has a parameter in the path of the program"},
		{"{{conf}}", "{{conf}}{{size}}", good, "has a place {{size}} in targets.shop, and no parameter of that name"},
	} {
		path, from := putTemplate(t, strings.Replace(withTemplate, tt.from, tt.to, 1), tt.template)
		_, err := Open(path)
		if want := strings.ReplaceAll(tt.sentence, "FOLDER", filepath.Dir(from)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s %s: %v", tt.to, tt.template[:min(60, len(tt.template))], err)
		}
	}
	path, from := putTemplate(t, withTemplate, good)
	if err := os.Remove(from); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mkfifo(from, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path); err == nil || !strings.Contains(err.Error(), "is no regular file") {
		t.Errorf("a pipe that nobody writes: %v", err)
	}
}

func TestTemplatesAreReadAgainWhenTheyChange(t *testing.T) {
	path, from := putTemplate(t, withTemplate, "{{workers}}")
	file, err := Open(path)
	if err != nil || file.Refresh() {
		t.Fatalf("nothing changed: %v", err)
	}
	put := func(text string) {
		t.Helper()
		if err := os.WriteFile(from, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put("{{worker}} ")
	if !file.Refresh() || file.Fault() == nil || !strings.Contains(file.Fault().Error(), "has the place {{worker}}") || len(file.Config().Targets) != 1 {
		t.Errorf("a fault of a template is one of the file: %v", file.Fault())
	}
	if file.Refresh() {
		t.Error("the same fault is told once")
	}
	put("{{workers}}  ")
	if !file.Refresh() || file.Fault() != nil {
		t.Errorf("it is mended: %v", file.Fault())
	}
}
