import { SCRIPT_TOOLS } from './script-tools.ts';

const FIGURES = Object.entries(SCRIPT_TOOLS).map(([tool, { figures }]) => ({ tool, ...figures }));

/** Tools whose output is text have a program of their own. */
const CASES = FIGURES.flatMap((one) => ('text' in one ? [`    ${one.tool}) awk '\n${one.text}' "$2" ;;`] : [])).join(
  '\n',
);
const CHAIN = `        ${FIGURES.flatMap((one) => ('json' in one ? [`if (tool == "${one.tool}") {\n${one.json}\n        }`] : [])).join(' else ')}`;

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
${CASES}
    *) if [ "$1" = wrk ]; then sed -n '/^{/p' "$2"; else cat "$2"; fi | json_values | awk -F '\\t' -v tool="$1" '
      function shown(value, unit) { return value == "" || value == "null" ? "-" : sprintf("%.3f", value / unit) }
      function whole(value) { return value == 0 ? "<1" : value }
      { v[$1] = $2 }
      $1 ~ /^\\/statusCodeDistribution\\// { answered += $2; if ($1 !~ /\\/2..$/) failed += $2 }
      $1 ~ /^\\/errorDistribution\\// && $1 !~ /aborted due to deadline$/ { failed += $2 }
      $1 ~ /^\\/result\\/status_codes\\/2..$/ { succeeded += $2 }
      $1 ~ /^\\/metrics\\/failed_[a-z0-9]+\\/count$/ { failed += $2 }
      END {
${CHAIN}
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
    figures=$(figures_of "$2" "$OUT/$4") || figures="not read; see $RESULTS/$4"
  fi
  printf '%s\\t%s\\t%s\\n' "$TURN_NAME" "$1" "$figures" >>"$OWN/figures"
}

print_figures() {
  [ -n "$OWN" ] && [ -s "$OWN/figures" ] || return 0
  { printf 'turn\\tload\\treq/s\\tp50 ms\\tp99 ms\\tfailed\\n'; cat "$OWN/figures"; } | awk -F '\\t' '
    { rows = NR; for (i = 1; i <= NF; i++) { cell[NR, i] = $i; if ((NF == 6 || i < 3) && length($i) > width[i]) width[i] = length($i) } }
    END {
      for (row = 1; row <= rows; row++) {
        line = ""
        for (i = 1; i <= 6; i++) line = line sprintf("%" (i < 3 ? "-" : "") (width[i] + 0) "s  ", cell[row, i])
        sub(/ +$/, "", line)
        print line
      }
    }' | tee -- "$OUT/figures.txt"
}`;
