import { shellWord } from '../script/shell.ts';

/**
 * The line that enrols a host. printf belongs to the shell, so the token is in no list of processes. Curl checks the key
 * before it sends anything.
 */
export function enrolLine({
  url,
  token,
  fingerprint,
}: {
  url: string;
  token: string;
  fingerprint: string | null;
}): string {
  const pin = fingerprint ? ` --insecure --pinnedpubkey ${shellWord(fingerprint)}` : '';
  const header = shellWord(`authorization: Bearer ${token}`);
  return `printf '%s\\n' ${header} | curl -fsS${pin} -H @- ${shellWord(`${url}/enrol`)} | sudo sh`;
}

export interface EnrolScript {
  url: string;
  token: string;
  fingerprint: string | null;
}

/**
 * What that line runs: POSIX sh. All of it is in a function that the last line calls, so that half of it does nothing. The
 * agent does the installing: what is here only brings it.
 */
export function enrolScript({ url, token, fingerprint }: EnrolScript): string {
  const pin = fingerprint ? ` --insecure --pinnedpubkey ${shellWord(fingerprint)}` : '';
  return `#!/bin/sh
# Enrols this host with the millionrps instance at ${url}, or brings its agent up to date.
set -u

fail() {
  printf 'millionrps: %s\\n' "$1" >&2
  exit 1
}

ask() {
  printf '%s\\n' ${shellWord(`authorization: Bearer ${token}`)} |
    curl -sS --connect-timeout 10 --max-time 900${pin} -H @- -w '%{http_code}' -o "$2" ${shellWord(`${url}/enrol/programs/`)}"$1"
}

# An error of the instance, in its own words.
told() {
  sentence=$(sed -n 's/.*"detail":"\\([^"]*\\)".*/\\1/p' "$folder/answer")
  fail "\${sentence:-the instance answered $status for $1}"
}

fetch() {
  status=$(ask "linux-$arch/$1" "$folder/answer") || fail "downloading $1 failed; nothing was changed"
  [ "$status" = 200 ] || told "$1"
  mv "$folder/answer" "$folder/$1"
}

sums() {
  waited=0
  while :; do
    status=$(ask "linux-$arch/SHA256SUMS" "$folder/answer") || fail 'the instance does not answer; nothing was changed'
    [ "$status" = 202 ] || break
    [ "$waited" -lt 900 ] || fail "the instance still builds the programs for $arch after 15 min; run this again later"
    [ "$waited" -gt 0 ] || printf 'millionrps: the instance builds the programs for %s ' "$arch"
    printf .
    sleep 3
    waited=$((waited + 3))
  done
  [ "$waited" -eq 0 ] || printf '\\n'
  [ "$status" = 200 ] || told 'the checksums'
  mv "$folder/answer" "$folder/SHA256SUMS"
}

enrol() {
  [ "$(uname -s)" = Linux ] || fail 'an agent needs Linux'
  case $(uname -m) in
    x86_64 | amd64) arch=amd64 ;;
    aarch64 | arm64) arch=arm64 ;;
    *) fail "there is no agent for $(uname -m): it runs on x86_64 and aarch64" ;;
  esac
  for program in curl mktemp sed sha256sum; do
    command -v "$program" >/dev/null || fail "$program is missing; install it and run this again"
  done
  if [ "$(id -u)" -eq 0 ]; then base=/var/lib; else base=\${HOME:?}; fi
  folder=$(mktemp -d "$base/.millionrps-enrol.XXXXXX") || fail "$base cannot be written"
  trap 'rm -rf "$folder"' EXIT
  trap 'exit 1' HUP INT TERM
  sums
  fetch agent
  fetch server
  (cd "$folder" && sha256sum -c SHA256SUMS >/dev/null 2>&1) ||
    fail 'what was downloaded does not have the checksum that the instance names; nothing was changed'
  chmod 755 "$folder/agent" "$folder/server"
  printf '%s\\n' ${shellWord(token)} |
    "$folder/agent" install --from "$folder" --url ${shellWord(url)}${fingerprint ? ` --fingerprint ${shellWord(fingerprint)}` : ''} "$@"
}

enrol "$@"
`;
}
