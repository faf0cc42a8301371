/** Functions that read of what each tool printed as its agent's driver does, and print a table at the end. */
export const FIGURES_LIBRARY = `json_values() { # of stdin, one on each line: PATH, tab, VALUE; of arrays none
  grep -oE '"([^"\\\\]|\\\\.)*"|[][{}:,]|[^][{}:," ]+' | awk '
    $0 == "{" || $0 == "[" { depth++; kind[depth] = $0; path[depth] = depth == 1 ? "" : path[depth - 1] "/" name; name = ""; next }
    $0 == "}" || $0 == "]" { depth--; name = ""; next }
    $0 == "," { name = ""; next }
    $0 == ":" || kind[depth] == "[" { next }
    name == "" { name = substr($0, 2, length($0) - 2); next }
    { print path[depth] "/" name "\\t" $0 }'
}

figures_of() { # TOOL FILE: requests per second, p50 and p99 in ms, requests that failed; tabs between
  case "$1" in
    wrk2) awk '
      function ms(text) { return text ~ /us$/ ? text / 1000 : text ~ /ms$/ ? text + 0 : text ~ /m$/ ? text * 60000 : text * 1000 }
      / requests in / { requests = $1 }
      /^Requests\\/sec:/ { rate = $2 }
      /^ *50\\.000%/ { p50 = ms($2) }
      /^ *99\\.000%/ { p99 = ms($2) }
      /Socket errors:/ { gsub(",", ""); failed += $4 + $6 + $8 + $10 }
      /Non-2xx or 3xx responses:/ { status = $NF; failed += $NF }
      END { if (rate == "") exit 1; none = requests - status <= 0; printf "%.0f\\t%s\\t%s\\t%d", rate, none ? "-" : sprintf("%.3f", p50), none ? "-" : sprintf("%.3f", p99), failed }' "$2" ;;
    *) if [ "$1" = wrk ]; then sed -n '/^{/p' "$2"; else cat "$2"; fi | json_values | awk -F '\\t' -v tool="$1" '
      function shown(value, unit) { return value == "" || value == "null" ? "-" : sprintf("%.3f", value / unit) }
      function whole(value) { return value == 0 ? "<1" : value }
      { v[$1] = $2 }
      $1 ~ /^\\/statusCodeDistribution\\// { answered += $2; if ($1 !~ /\\/2..$/) failed += $2 }
      $1 ~ /^\\/errorDistribution\\// && $1 !~ /aborted due to deadline$/ { failed += $2 }
      $1 ~ /^\\/result\\/status_codes\\/2..$/ { succeeded += $2 }
      $1 ~ /^\\/metrics\\/failed_[a-z0-9]+\\/count$/ { failed += $2 }
      END {
        if (tool == "volley") {
          answered = v["/succeeded"] + v["/failed/non2xx"] + v["/failed/mismatch"]
          succeeded = v["/succeeded"]; failed = v["/failed/total"] + v["/connectsFailed"]; seconds = v["/durationUs"] / 1e6
          p50 = shown(v["/latency/p50Us"], 1000); p99 = shown(v["/latency/p99Us"], 1000)
        } else if (tool == "autocannon") {
          seconds = 1; answered = v["/requests/average"]; succeeded = v["/2xx"]
          failed = v["/errors"] + v["/non2xx"] + v["/mismatches"]; p50 = whole(v["/latency/p50"]); p99 = whole(v["/latency/p99"])
        } else if (tool == "wrk") {
          answered = v["/requests"]; succeeded = answered - v["/errors/status"]; seconds = v["/duration"] / 1e6
          failed = v["/errors/connect"] + v["/errors/read"] + v["/errors/write"] + v["/errors/status"] + v["/errors/timeout"]
          # Of requests that are sent together it times the batch.
          p50 = v["/pipelining"] > 1 ? "-" : shown(v["/latency/percentiles/50"], 1000)
          p99 = v["/pipelining"] > 1 ? "-" : shown(v["/latency/percentiles/99"], 1000)
        } else if (tool == "vegeta") {
          answered = v["/result/requests"] - v["/result/status_codes/0"]; failed = v["/result/requests"] - succeeded
          seconds = (v["/result/duration"] + v["/result/wait"]) / 1e9
          p50 = shown(v["/result/latencies/50th"], 1e6); p99 = shown(v["/result/latencies/99th"], 1e6)
        } else if (tool == "oha") {
          succeeded = answered; for (path in v) if (path ~ /^\\/statusCodeDistribution\\// && path !~ /\\/2..$/) succeeded -= v[path]
          seconds = v["/summary/total"]; p50 = shown(v["/latencyPercentiles/p50"], 0.001); p99 = shown(v["/latencyPercentiles/p99"], 0.001)
        } else if (tool == "k6") {
          answered = v["/metrics/http_reqs/count"] - failed + v["/metrics/failed_non2xx/count"]
          succeeded = answered - v["/metrics/failed_non2xx/count"]; seconds = v["/durationMs"] / 1000
          good = "/metrics/http_req_duration{expected_response:true}/"; p50 = shown(v[good "med"], 1); p99 = shown(v[good "p(99)"], 1)
        }
        if (seconds <= 0) exit 1
        if (succeeded <= 0) p50 = p99 = "-"
        printf "%.0f\\t%s\\t%s\\t%d", answered / seconds, p50, p99, failed
      }' ;;
  esac
}

note_figures() { # LOAD TOOL STATUS FILE
  local figures
  if [ "$3" -ne 0 ]; then
    figures="ended with status $3"
  else
    figures=$(figures_of "$2" "$4") || figures="not read; see $4"
  fi
  printf '%s\\t%s\\t%s\\n' "$TURN_NAME" "$1" "$figures" >>"$WORK/figures"
}

print_figures() {
  [ -n "$WORK" ] && [ -s "$WORK/figures" ] || return 0
  { printf 'turn\\tload\\treq/s\\tp50 ms\\tp99 ms\\tfailed\\n'; cat "$WORK/figures"; } | awk -F '\\t' '
    { rows = NR; for (i = 1; i <= NF; i++) { cell[NR, i] = $i; if ((NF == 6 || i < 3) && length($i) > width[i]) width[i] = length($i) } }
    END {
      for (row = 1; row <= rows; row++) {
        line = ""
        for (i = 1; i <= 6; i++) line = line sprintf("%" (i < 3 ? "-" : "") (width[i] + 0) "s  ", cell[row, i])
        sub(/ +$/, "", line)
        print line
      }
    }' | tee -- "$RESULTS/figures.txt"
}`;
