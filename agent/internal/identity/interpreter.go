package identity

import (
	"path/filepath"
	"slices"
	"strings"
)

// interpreter is how one reads its own options, which stand before its script. One that is in no list has no value, or has it behind '='.
type interpreter struct {
	// letters says that options of one letter may stand together, the last of them with its value: -lc, -Ilib.
	letters bool
	// code are the options whose value is what runs; codeAfter, those with which the first word that is no option is.
	code, codeAfter []string
	// noFile are those with which what runs is no file that an argument names: a module, the standard input.
	noFile []string
	// script are options whose value is the script, loads those whose value is a file that is loaded first, classPath
	// those that list such files.
	script, loads, classPath []string
	// valued are the others that have a value, attached those of one letter whose value is never the next word.
	valued, attached []string
	// commands are words before the options.
	commands []string
	// ending is the file ending of scripts; an argument with another ending is a class.
	ending string
	// argumentFiles says that @FILE stands for the arguments in a file.
	argumentFiles bool
}

func words(text string) []string { return strings.Fields(text) }

var shell = interpreter{letters: true, codeAfter: words("-c"), noFile: words("-s"), loads: words("--rcfile --init-file"), valued: words("-o -O +o +O")}

var python = interpreter{letters: true, code: words("-c"), noFile: words("-m"), valued: words("-W -X --check-hash-based-pycs")}

var interpreters = map[string]interpreter{
	"sh": shell, "bash": shell, "dash": shell, "ash": shell, "hush": shell, "python": python, "pypy": python,
	"node": {
		code: words("-e --eval -p --print -pe"), noFile: words("-i --interactive --run --test"), loads: words("-r --require --import --loader --experimental-loader"),
		valued: words(`-C --conditions --allow-fs-read --allow-fs-write --build-snapshot-config --cpu-prof-dir --cpu-prof-interval --cpu-prof-name --diagnostic-dir
			--disable-proto --disable-warning --dns-result-order --env-file --env-file-if-exists --experimental-default-type --experimental-policy
			--experimental-sea-config --heap-prof-dir --heap-prof-interval --heap-prof-name --heapsnapshot-near-heap-limit --heapsnapshot-signal --icu-data-dir
			--input-type --inspect-publish-uid --localstorage-file --max-http-header-size --network-family-autoselection-attempt-timeout --openssl-config
			--policy-integrity --redirect-warnings --report-dir --report-directory --report-filename --report-signal --secure-heap --secure-heap-min
			--snapshot-blob --test-concurrency --test-name-pattern --test-reporter --test-reporter-destination --test-shard --test-timeout --title
			--tls-cipher-list --tls-keylog --trace-event-categories --trace-event-file-pattern --trace-require-module --unhandled-rejections --use-largepages
			--v8-pool-size --watch-path`),
	},
	"ruby": {
		letters: true, code: words("-e"), loads: words("-r"), attached: words("-0 -F -i -K -T -W -x"),
		valued: words("-C -E -I --encoding --external-encoding --internal-encoding --enable --disable --parser"),
	},
	"perl": {letters: true, code: words("-e -E"), loads: words("-I"), attached: words("-C -D -F -M -V -d -i -m -x")},
	"php": {
		letters: true, code: words("-r -B -R -E --run --process-begin --process-code --process-end"), script: words("-f -F --file --process-file"),
		loads: words("-c -z --php-ini --zend-extension"), valued: words("-S -T -d -t --define --docroot --server"),
	},
	"java": {
		noFile: words("-m --module"), script: words("-jar"), classPath: words("-cp -classpath --class-path"), ending: ".java", argumentFiles: true,
		loads: words("-javaagent: -agentpath:"),
		valued: words(`-p --module-path --upgrade-module-path --add-modules --add-exports --add-opens --add-reads --limit-modules --patch-module --source
			--enable-native-access`),
	},
	"deno": {
		noFile: words("task"), loads: words("-c --config --import-map --preload --import --require"), commands: words("run serve"), code: words("eval"),
		valued: words("-L --log-level --cert --env-file --ext --host --location --port --seed --v8-flags"),
	},
	"bun": {
		code: words("-e --eval -p --print"), loads: words("-r --preload --require --import -c --config"), commands: words("run"),
		valued: words(`-d --define -F --filter -l --loader --conditions --cwd --drop --env-file --extension-order --inspect-port --jsx-factory --jsx-fragment
			--jsx-import-source --jsx-runtime --main-fields --port --title --tsconfig-override --user-agent`),
	},
	"lua": {letters: true, valued: words("-e -l")},
}

// started is what an interpreter runs.
type started struct {
	// inArguments says that what runs stands in the arguments.
	inArguments bool
	// script is the file that runs; "" where none is named.
	script string
	// loads are files that were loaded before it. A class was looked for in classPath.
	loads, classPath []string
	class            bool
}

// startedBy reads the arguments of an interpreter, beginning with the name of the program; false for other programs.
func startedBy(program string, argv []string) (s started, is bool) {
	name := filepath.Base(program)
	if name == "busybox" {
		// What else than a shell it is called as is a program by itself.
		if name = filepath.Base(argv[0]); name == "busybox" && len(argv) > 1 {
			argv = argv[1:]
			name = argv[0]
		}
	}
	of, is := interpreters[strings.TrimRight(strings.TrimPrefix(name, "-"), "0123456789.")]
	if !is {
		return started{}, false
	}
	for rest, goesOn := argv[1:], true; goesOn && len(rest) > 0; {
		rest, goesOn = of.next(rest, &s)
	}
	return s, true
}

// next takes one word, and the one after it where that is its value. It goes on up to what runs.
func (of interpreter) next(line []string, s *started) (rest []string, goesOn bool) {
	word, rest := line[0], line[1:]
	switch {
	case slices.Contains(of.commands, word):
		return rest, true
	case word == "--" && len(rest) > 0:
		of.run(rest[0], s)
		return nil, false
	case word == "-", of.argumentFiles && strings.HasPrefix(word, "@"):
		return nil, false
	case !of.isOption(word):
		of.run(word, s)
		return nil, false
	}
	for _, o := range of.split(word) {
		if !o.has && len(rest) > 0 && of.takesValue(o.name) {
			o.value, rest = rest[0], rest[1:]
		}
		if !of.take(o, s) {
			return nil, false
		}
	}
	return rest, true
}

func (of interpreter) isOption(word string) bool {
	return strings.HasPrefix(word, "-") || of.letters && strings.HasPrefix(word, "+") || slices.Contains(of.code, word) || slices.Contains(of.noFile, word)
}

func (of interpreter) takesValue(name string) bool {
	return slices.Contains(slices.Concat(of.code, of.script, of.loads, of.classPath, of.valued), name)
}

// take says whether more options may follow.
func (of interpreter) take(o option, s *started) bool {
	switch {
	case slices.Contains(of.noFile, o.name):
		return false
	case slices.Contains(of.code, o.name), slices.Contains(of.codeAfter, o.name):
		s.inArguments = true
	case slices.Contains(of.script, o.name):
		s.script = o.value
		return false
	case slices.Contains(of.loads, o.name):
		s.loads = append(s.loads, o.value)
	case slices.Contains(of.classPath, o.name):
		s.classPath = strings.Split(o.value, ":")
	}
	return true
}

// run takes the first word that is neither an option nor the value of one.
func (of interpreter) run(word string, s *started) {
	switch {
	case s.inArguments:
	case strings.HasSuffix(word, of.ending):
		s.script = word
	default:
		s.class = true
	}
}

type option struct {
	name, value string
	has         bool // the value, in the same word
}

// split tells the options of one word apart.
func (of interpreter) split(word string) (options []option) {
	if !of.letters || strings.HasPrefix(word, "--") {
		if name, value, has := strings.Cut(word, ":"); has && slices.Contains(of.loads, name+":") {
			value, _, _ = strings.Cut(value, "=")
			return []option{{name + ":", value, true}}
		}
		name, value, has := strings.Cut(word, "=")
		return []option{{name, value, has}}
	}
	for at := 1; at < len(word); at++ {
		o := option{name: word[:1] + word[at:at+1]}
		if value := word[at+1:]; value != "" && (slices.Contains(of.attached, o.name) || of.takesValue(o.name)) {
			o.value, o.has = strings.TrimPrefix(value, "="), true
			return append(options, o)
		}
		options = append(options, o)
	}
	return options
}
