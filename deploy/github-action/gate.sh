#!/usr/bin/env bash
# Fetches the command line from the instance and runs the experiment. It ends with the exit code of that: docs/cli.md.
set -euo pipefail

folder=$(mktemp -d "${RUNNER_TEMP:-/tmp}/millionrps.XXXXXX")
program=$folder/millionrps
result=$folder/result.json
junit=$folder/junit.xml

# What later steps of the job read.
tell() {
  printf '%s\n' "outcome=$1" "url=$2" "result=$result" "junit=$junit" >> "${GITHUB_OUTPUT:-/dev/null}"
}

# What keeps it from measuring, in a sentence.
fail() {
  echo "::error::$1"
  tell not-measured ''
  exit 12
}

refuse() {
  echo "::error::$1"
  tell usage ''
  exit 2
}

[ -n "${MILLIONRPS_TOKEN:-}" ] || refuse 'There is no token: a pull request of a fork gets no secrets.'
case $MILLIONRPS_URL in
  https://* | http://127.0.0.1[:/]* | http://localhost[:/]*) ;;
  *) refuse "$MILLIONRPS_URL is not https: the token would be sent in the clear." ;;
esac

case "$(uname -s) $(uname -m)" in
  'Linux x86_64') platform=linux-amd64 ;;
  'Linux aarch64') platform=linux-arm64 ;;
  *) fail "This action does not run on $(uname -s) on $(uname -m): use a Linux runner." ;;
esac

pin=()
if [ -n "${MILLIONRPS_FINGERPRINT:-}" ]; then
  pin=(--insecure --pinnedpubkey "$MILLIONRPS_FINGERPRINT")
else
  unset MILLIONRPS_FINGERPRINT
fi
# The token goes through stdin: every user of the machine can list arguments.
if ! status=$(printf 'authorization: Bearer %s\n' "$MILLIONRPS_TOKEN" |
  curl -sS --fail-with-body --connect-timeout 10 --max-time 600 ${pin[@]+"${pin[@]}"} -H @- -o "$program" -w '%{http_code}' \
    "${MILLIONRPS_URL%/}/api/v1/command-line/$platform"); then
  if [ "$status" = 401 ]; then
    refuse "$MILLIONRPS_URL refused the token: it is unknown, revoked or expired, or its owner is disabled. Make one of the role operator there under Settings, API tokens, and keep it as the secret of this job."
  fi
  [ ! -s "$program" ] || { head -c 1000 "$program" && echo; }
  fail "$MILLIONRPS_URL did not hand out its command line: see above."
fi
chmod +x "$program"

arguments=(experiment "$GATE_SPEC" --github --result "$result" --junit "$junit" --inconclusive "${GATE_INCONCLUSIVE:-fail}")
[ -z "${GATE_BASE:-}" ] || arguments+=(--base "$GATE_BASE")
[ -z "${GATE_HEAD:-}" ] || arguments+=(--head "$GATE_HEAD")
[ -z "${GATE_TIMEOUT:-}" ] || arguments+=(--timeout "$GATE_TIMEOUT")
while IFS= read -r condition; do
  [ -z "${condition//[[:space:]]/}" ] || arguments+=(--require "$condition")
done <<< "${GATE_REQUIRE:-}"

# A job that is canceled is told so here: the command line then ends the experiment.
"$program" "${arguments[@]}" &
child=$!
trap 'kill -TERM "$child" 2> /dev/null || true' INT TERM
code=0
wait "$child" || code=$?
if kill -0 "$child" 2> /dev/null; then
  code=0
  wait "$child" || code=$?
fi

# Fields of the whole come before those of its parts.
field() {
  grep -o "\"$1\": *\"[^\"]*\"" "$result" 2> /dev/null | head -n 1 | cut -d '"' -f 4
}
tell "$(field outcome || true)" "$(field url || true)"
exit "$code"
