package identity

import (
	"context"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestWhatAnInterpreterRunsIsReadFromItsOwnOptions(t *testing.T) {
	inArguments := started{inArguments: true}
	script := func(path string, loads ...string) started { return started{script: path, loads: loads} }
	for line, want := range map[string]started{
		// What runs is no file that an argument names.
		"python3 -m app": {}, "python3 -m app -p 8080": {}, "python3 -E -m app": {}, "python3 -m app -e production": {}, "python3.11 -uEm app -c conf": {}, "python3 - app.py": {},
		"node": {}, "node --test app.js": {}, "bash -s -- app.sh": {}, "sh": {}, "java -p mods -m app/Main -e x": {}, "java @arguments app.jar": {}, "lua -e x": {},
		"deno task start -e x": {}, "php -S 0.0.0.0:80 -t public": {}, "java -e x": {class: true},
		// It stands in the arguments.
		"python3 -c code app.py": inArguments, "python3 -Ic code": inArguments, "python -ccode": inArguments, "sh -c code app.sh": inArguments,
		"bash -lc code": inArguments, "bash -c -e code": inArguments, "bash -euo pipefail -c code": inArguments, "node -e code app.js": inArguments,
		"node --eval=code": inArguments, "node -pe code": inArguments, "perl -lne code app.pl": inArguments, "perl -E code": inArguments, "ruby -ne code": inArguments,
		"php -r code": inArguments, "deno eval code": inArguments, "bun -e code": inArguments, "busybox sh -c code": inArguments,
		// It is a script, and what follows that is the script's.
		"python3 app.py --access-log=app.log --password-file=pw -m x": script("app.py"), "python3 -u -X dev -Wignore app.py -c conf": script("app.py"),
		"sh -e app.sh -s": script("app.sh"), "bash -euo pipefail app.sh": script("app.sh"), "bash --rcfile rc +o posix app.sh": script("app.sh", "rc"), "ash app.sh": script("app.sh"),
		"busybox ash app.sh": script("app.sh"), "-bash app.sh": script("app.sh"), "node app.js -r log": script("app.js"), "node --env-file secrets --title a app.js": script("app.js"),
		"node -r a.js --require=b.js --import c.mjs --loader=d.mjs --env-file=secrets app.js --import=log": script("app.js", "a.js", "b.js", "c.mjs", "d.mjs"),
		"node --max-old-space-size=99 -- app.js":                                                           script("app.js"), "node -C x -r=a.js app.js": script("app.js", "a.js"),
		"ruby -Ilib -ra.rb -r b.rb -W:no-x app.rb -e production": script("app.rb", "a.rb", "b.rb"), "ruby -C /srv app.rb": script("app.rb"),
		"perl -T -Mstrict -Ilib -I more app.pl -e x": script("app.pl", "lib", "more"), "perl -p app.pl": script("app.pl"),
		"php -c php.ini -d a=b app.php -r log": script("app.php", "php.ini"), "php8.2 -S 0.0.0.0:80 router.php": script("router.php"), "php -f app.php log": script("app.php"),
		"java -Xmx1g -javaagent:a.jar=x=y --add-opens a/b=c -jar app.jar -p 80 log": script("app.jar", "a.jar"), "java App.java log": script("App.java"),
		"java -cp a.jar:b.jar Main log":      {class: true, classPath: []string{"a.jar", "b.jar"}},
		"java --class-path=a.jar Main -e x":  {class: true, classPath: []string{"a.jar"}},
		"lua5.4 -l x -i app.lua -e x":        script("app.lua"),
		"deno run -A -c deno.json app.ts -c": script("app.ts", "deno.json"), "bun run --preload=a.ts app.ts log": script("app.ts", "a.ts"), "deno app.ts": script("app.ts"),
	} {
		argv := strings.Fields(line)
		if got, is := startedBy("/usr/bin/"+strings.TrimPrefix(argv[0], "-"), argv); !is || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", line, got, want)
		}
	}
	for _, line := range []string{"nginx -c conf", "busybox httpd -f -p 80"} {
		argv := strings.Fields(line)
		if got, is := startedBy("/bin/"+argv[0], argv); is {
			t.Errorf("%s is no interpreter: %+v", line, got)
		}
	}
	if _, is := startedBy("/bin/busybox", []string{"busybox"}); is {
		t.Error("busybox by itself is no shell")
	}
}

func TestOnlyTheScriptOfAnInterpreterAndWhatItsOptionsLoadAreRead(t *testing.T) {
	folder := t.TempDir()
	files := []string{"app", "before", "app.log", "pw", "a.jar"}
	for _, name := range files {
		write(t, filepath.Join(folder, name), "read x # "+name)
	}
	for _, tt := range []struct {
		name  string
		argv  string
		files []string
		known bool
	}{
		{"python3", "app --access-log=app.log --password-file=pw before", []string{"app"}, true},
		{"python3", filepath.Join(folder, "app"), []string{"app"}, true},
		{"python3", "-m app -p 8080", nil, false},
		{"python3", "-c code pw", nil, true},
		{"node", "--require=./before app app.log", []string{"app", "before"}, true},
		{"node", "--require=./before none app.log", []string{"before"}, false},
		{"java", "-cp a.jar Main pw", []string{"a.jar"}, true},
		{"java", "-cp a.jar:classes Main pw", []string{"a.jar"}, false},
		{"java", "-cp a.jar", []string{"a.jar"}, false},
		{"sleep", "app", nil, true},
	} {
		// What is looked at of it is only its working folder.
		command := exec.Command("/bin/sh", "-c", "read x")
		command.Dir = folder
		stdin, err := command.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { stdin.Close(); _ = command.Wait() })
		time.Sleep(20 * time.Millisecond)
		look := newLook(context.Background(), Subject{PIDs: []int{command.Process.Pid}})
		look.readStarted(command.Process.Pid, "/usr/bin/"+tt.name, append([]string{tt.name}, strings.Fields(tt.argv)...))
		for _, name := range files {
			path := filepath.Join(folder, name)
			if read := look.found.file(path) == sumOf(t, path); read != slices.Contains(tt.files, name) {
				t.Errorf("%s %s: %s was read: %v", tt.name, tt.argv, name, read)
			}
		}
		if known := len(look.found.Unread) == 0; known != tt.known {
			t.Errorf("%s %s: it is known what runs: %v; %v", tt.name, tt.argv, known, look.found.Unread)
		}
	}
}

func TestTheArgumentsOfARunningInterpreterAreRead(t *testing.T) {
	folder := t.TempDir()
	script, log := filepath.Join(folder, "app.sh"), filepath.Join(folder, "app.log")
	write(t, script, "read x <"+filepath.Join(folder, "pipe"))
	write(t, log, "")
	if err := exec.Command("mkfifo", filepath.Join(folder, "pipe")).Run(); err != nil {
		t.Fatal(err)
	}
	found := reader().Read(context.Background(), Subject{PIDs: []int{start(t, nil, "/bin/sh", script, "-c", log)}, Declared: true})
	if found.Binary == nil || found.file(script) != sumOf(t, script) || found.file(log) != "" || len(found.Unread) != 0 {
		t.Errorf("%+v", found)
	}
}

func TestADeclaredScriptIsADeclaredFile(t *testing.T) {
	folder := t.TempDir()
	script := filepath.Join(folder, "app.sh")
	write(t, script, "read x <"+filepath.Join(folder, "pipe"))
	if err := exec.Command("mkfifo", filepath.Join(folder, "pipe")).Run(); err != nil {
		t.Fatal(err)
	}
	found := reader().Read(context.Background(), Subject{
		PIDs: []int{start(t, nil, "/bin/sh", script)}, Declared: true, Patterns: []string{script},
	})
	times := 0
	for _, file := range found.Files {
		if file.Path == script {
			times++
			if !file.Declared {
				t.Errorf("%+v is not declared", file)
			}
		}
	}
	if times != 1 {
		t.Errorf("%s stands there %d times", script, times)
	}
}
