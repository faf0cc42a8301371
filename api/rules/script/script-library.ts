import { WORK_FOLDER } from './request-lines.ts';

/** Functions that every script has. PIDs are kept in variables so that the trap finds whatever still runs. */
export const SCRIPT_LIBRARY = `say() { printf '%s\\n' "$*" >&2; }
fail() { say "error: $*"; exit 1; }

need() { # PROGRAM...: names found on the PATH
  local name
  for name in "$@"; do
    command -v "$name" >/dev/null || fail "$name is not installed here; install it and start this again"
  done
}

need_file() { # PATH VARIABLE
  [ -e "$1" ] || fail "$1 is not here; set $2 to where it is"
  "\${AS_USER[@]}" test -e "$1" || fail "$RUN_AS cannot reach $1; set $2 to a copy that it can, or RUN_AS to another user"
}

lacks() { # VARIABLE WHAT: without a value it is named, with all others, before anything is started
  [ -z "\${!1}" ] || return 0
  say "error: set $1 to $2"
  LACKING=yes
}

# Programs get little of the environment: PORT, NODE_OPTIONS or GOMAXPROCS would change what is measured. Each is started in a
# session of its own, with a file open that nothing else has open: by these two, all that it leaves behind is found.
bare() { exec setsid env -i PATH="$PATH" HOME="\${HOME:-/}" TMPDIR="\${TMPDIR:-/tmp}" "$@" 9<"$OWN/mark" 8<&-; }

with_secrets() { # COMMAND...: as bare, with the secrets of SECRETS in the environment, where no command line shows them
  local name number=0 others=()
  for name in "\${SECRETS[@]}"; do
    number=$((number + 1))
    export "MILLIONRPS_SECRET_$number=\${!name}"
  done
  export PATH HOME="\${HOME:-/}" TMPDIR="\${TMPDIR:-/tmp}"
  while read -r _ _ name; do export -nf "$name"; done < <(declare -Fx)
  for name in $(compgen -e); do
    case "$name" in PATH|HOME|TMPDIR|MILLIONRPS_SECRET_*) ;; *) others+=(-u "$name") ;; esac
  done
  exec setsid env "\${others[@]}" "$@" 9<"$OWN/mark" 8<&-
}

drive() { # NAME LOAD TOOL SECONDS COMMAND...: makes load, and keeps what the tool prints; no LOAD: a warm-up, which is not in the table
  local name=$1 load=$2 tool=$3 seconds=$4 status=0 out how=bare
  shift 4
  out=$TURN-$name.out
  say "  $name ($seconds s)"
  if [ "\${#SECRETS[@]}" -gt 0 ]; then how=with_secrets; fi
  ( "$how" timeout --kill-after=5 "$((seconds + 60))" "$@" ) >"$OUT/$out" 2>"$OUT/$TURN-$name.log" </dev/null &
  LOAD_PID=$! SESSIONS="$SESSIONS $!"
  wait "$LOAD_PID" || status=$?
  LOAD_PID=
  if [ "$status" -ne 0 ]; then
    say "  it ended with status $status; see $RESULTS/$TURN-$name.log"
    FAILED=$((FAILED + 1))
  fi
  [ -z "$load" ] || note_figures "$load" "$tool" "$status" "$out"
}

pause() { # SECONDS: a signal is heard meanwhile
  sleep "$1" &
  LOAD_PID=$!
  wait "$LOAD_PID" || true
  LOAD_PID=
}

await_instant() { # SECONDS since the epoch, MILLISECONDS by which it may be late
  local left=$(($1 * 1000 - $(date +%s%3N)))
  [ "$left" -ge "-$2" ] || fail "this step was due $((-left)) ms ago: give a later START_AT, or see what took so long before it"
  [ "$left" -le 0 ] || pause "$(printf '%d.%03d' "$((left / 1000))" "$((left % 1000))")"
}

put_file() { # NAME: what the tool reads, from stdin
  sed -e "s|address-left-out|\${SERVER_ADDRESS:-}|g" -e "s|${WORK_FOLDER}|\${WORK//[&|\\\\]/\\\\&}|g" | place "$WORK/$1"
}

end_turn() {
  stop_target
  restore || FAILED=$((FAILED + 1))
}

clean_up() {
  local status=$? folder
  trap '' INT TERM HUP PIPE
  trap - EXIT
  if [ -n "$LOAD_PID" ]; then
    kill -TERM "$LOAD_PID" 2>/dev/null || true
    wait "$LOAD_PID" 2>/dev/null || true
  fi
  if ! stop_target; then status=1; fi
  if ! restore; then status=1; fi
  # Nowhere to write to: each tool's figures are in its file all the same.
  print_figures || true
  for folder in "$WORK" "$OWN"; do [ -z "$folder" ] || rm -rf -- "$folder" || true; done
  exit "$status"
}`;

/** For a script that tunes nothing. */
export const NOTHING_TO_RESTORE = 'restore() { :; }';
