import type { ToolName } from '../../contract/load.ts';

/** What a script has to know of a load generator. */
interface ScriptTool {
  /** How its commands may begin: programs by their names without folder and version, the rest word for word. */
  begins: string[][];
  /** The options that its driver gives it, and no other: one may start a program or write a file. */
  options: string[];
  /** The word of its command with the duration: the one after this option, or the one that begins with it. */
  duration: ({ after: string } | { begins: string }) & { text: (seconds: number) => string };
  /** What stands before a file that its agent wrote for it. A script of its own may also be its last word. */
  files: string[];
  /**
   * How figures are read from what it printed, in awk: for JSON, lines that set `answered`, `succeeded`, `failed`,
   * `seconds`, `p50` and `p99` by `v[PATH]`; for other text, a program of its own.
   */
  figures: { json: string } | { text: string };
}

export const SCRIPT_TOOLS: Record<ToolName, ScriptTool> = {
  volley: {
    begins: [
      ['agent', 'volley'],
      ['volley', 'volley'],
    ],
    options: [
      '--arrivals',
      '--client',
      '--connections',
      '--cookies',
      '--decompress',
      '--draw',
      '--duration',
      '--json',
      '--loops',
      '--pipelining',
      '--protocol',
      '--rate',
      '--request',
      '--requests',
      '--requests-per-connection',
      '--secret',
      '--start-at',
      '--tls-any',
      '--tls-ca',
      '--tls-ca-also',
      '--tls-no-resume',
      '--tls-server-name',
      '--url',
    ],
    duration: { after: '--duration', text: (seconds) => `${seconds}s` },
    files: ['--requests'],
    figures: {
      json: `          # With a warm-up of its own, what of it ended in the measurement is under earlier.
          succeeded = v["/succeeded"] + v["/earlier/succeeded"]; failed = v["/failed/total"] + v["/earlier/failed/total"]
          answered = succeeded + v["/failed/non2xx"] + v["/failed/mismatch"] + v["/failed/malformed"]
          answered += v["/earlier/failed/non2xx"] + v["/earlier/failed/mismatch"] + v["/earlier/failed/malformed"]; seconds = v["/durationUs"] / 1e6
          p50 = shown(v["/latency/p50Us"], 1000); p99 = shown(v["/latency/p99Us"], 1000)`,
    },
  },
  autocannon: {
    begins: [['autocannon'], ['node', 'autocannon']],
    options: ['--har', '--json', '--no-progress', '-c', '-d', '-p', '-w'],
    duration: { after: '-d', text: String },
    files: ['--har'],
    figures: {
      json: `          seconds = 1; answered = v["/requests/average"]; succeeded = v["/2xx"]
          failed = v["/errors"] + v["/non2xx"] + v["/mismatches"]; p50 = whole(v["/latency/p50"]); p99 = whole(v["/latency/p99"])`,
    },
  },
  wrk: {
    begins: [['wrk']],
    options: ['--timeout', '-c', '-d', '-s', '-t'],
    duration: { after: '-d', text: (seconds) => `${seconds}s` },
    files: ['-s', 'requests'],
    figures: {
      json: `          answered = v["/requests"]; succeeded = answered - v["/errors/status"]; seconds = v["/duration"] / 1e6
          failed = v["/errors/read"] + v["/errors/write"] + v["/errors/status"] + v["/errors/timeout"]
          # Of requests that are sent together it times the batch.
          p50 = v["/pipelining"] > 1 ? "-" : shown(v["/latency/percentiles/50"], 1000)
          p99 = v["/pipelining"] > 1 ? "-" : shown(v["/latency/percentiles/99"], 1000)`,
    },
  },
  wrk2: {
    begins: [['wrk2'], ['wrk']],
    options: ['--latency', '--timeout', '-R', '-c', '-d', '-s', '-t'],
    duration: { after: '-d', text: (seconds) => `${seconds}s` },
    files: ['-s', 'requests'],
    figures: {
      text: `      function ms(text) { return text ~ /us$/ ? text / 1000 : text ~ /ms$/ ? text + 0 : text ~ /m$/ ? text * 60000 : text * 1000 }
      / requests in / { requests = $1 }
      /^Requests\\/sec:/ { rate = $2 }
      /^ *50\\.000%/ { p50 = ms($2) }
      /^ *99\\.000%/ { p99 = ms($2) }
      /Socket errors:/ { gsub(",", ""); failed += $6 + $8 + $10 }
      /Non-2xx or 3xx responses:/ { status = $NF }
      /^[{].*"status":/ { sub(/.*"status":/, ""); sub(/[^0-9].*/, ""); status = $0 }
      END { if (rate == "") exit 1; none = requests - status <= 0; failed += status; printf "%.0f\\t%s\\t%s\\t%d", rate, none ? "-" : sprintf("%.3f", p50), none ? "-" : sprintf("%.3f", p99), failed }`,
    },
  },
  vegeta: {
    begins: [['agent', 'drive-vegeta', '--vegeta', 'vegeta']],
    options: [
      '--connections',
      '--cpus-per-process',
      '--insecure',
      '--processes',
      '--rate',
      '--root-certs',
      '--seconds',
      '--targets',
      '--tls',
    ],
    duration: { after: '--seconds', text: String },
    files: ['--targets'],
    figures: {
      json: `          answered = v["/result/requests"] - v["/result/status_codes/0"]; failed = v["/result/requests"] - succeeded
          seconds = (v["/result/duration"] + v["/result/wait"]) / 1e9
          p50 = shown(v["/result/latencies/50th"], 1e6); p99 = shown(v["/result/latencies/99th"], 1e6)`,
    },
  },
  oha: {
    begins: [['oha']],
    options: [
      '--disable-compression',
      '--latency-correction',
      '--no-tui',
      '--output-format',
      '--redirect',
      '--urls-from-file',
      '-D',
      '-H',
      '-c',
      '-m',
      '-q',
      '-t',
      '-w',
      '-z',
    ],
    duration: { after: '-z', text: (seconds) => `${seconds}s` },
    files: ['--urls-from-file'],
    figures: {
      json: `          succeeded = answered; for (path in v) if (path ~ /^\\/statusCodeDistribution\\// && path !~ /\\/2..$/) succeeded -= v[path]
          seconds = v["/summary/total"]; p50 = shown(v["/latencyPercentiles/p50"], 0.001); p99 = shown(v["/latencyPercentiles/p99"], 0.001)`,
    },
  },
  k6: {
    begins: [['k6', 'run']],
    options: ['--log-output=file=/dev/stderr,level=error', '--no-color', '--no-usage-report', '--quiet', '-e'],
    duration: { begins: 'SECONDS=', text: (seconds) => `SECONDS=${seconds}` },
    files: [],
    figures: {
      json: `          answered = v["/metrics/http_reqs/count"] - failed + v["/metrics/failed_non2xx/count"]
          succeeded = answered - v["/metrics/failed_non2xx/count"]; seconds = v["/durationMs"] / 1000
          good = "/metrics/http_req_duration{expected_response:true}/"; p50 = shown(v[good "med"], 1); p99 = shown(v[good "p(99)"], 1)`,
    },
  },
};
