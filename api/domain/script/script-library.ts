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
}

# Programs get little of the environment: PORT, NODE_OPTIONS or GOMAXPROCS would change what is measured.
bare() { exec env -i PATH="$PATH" HOME="\${HOME:-/}" TMPDIR="\${TMPDIR:-/tmp}" "$@"; }

answers() { # URL CODE: whether it answers so; any: whatever it answers
  local code
  code=$(curl --noproxy '*' --silent --output /dev/null --max-time 2 --write-out '%{http_code}' "$1") || return 1
  [ "$2" = any ] || [ "$code" = "$2" ]
}

start_target() { # URL COMMAND...
  if answers "$1" any; then fail "something answers at $1 already; stop it first"; fi
  shift
  ( bare "$@" ) >"$RESULTS/$TURN-target.log" 2>&1 </dev/null &
  TARGET_PID=$!
}

await_target() { # URL CODE
  local tries=0
  until answers "$1" "$2"; do
    if [ -n "$TARGET_PID" ] && ! kill -0 "$TARGET_PID" 2>/dev/null; then
      fail "the target ended before it answered; see $RESULTS/$TURN-target.log"
    fi
    tries=$((tries + 1))
    [ "$tries" -lt 150 ] || fail "nothing answers at $1"
    pause 0.2
  done
}

stop_target() {
  [ -n "$TARGET_PID" ] || return 0
  local tries=0
  kill -TERM "$TARGET_PID" 2>/dev/null || true
  while kill -0 "$TARGET_PID" 2>/dev/null && [ "$tries" -lt 80 ]; do
    sleep 0.1
    tries=$((tries + 1))
  done
  kill -KILL "$TARGET_PID" 2>/dev/null || true
  wait "$TARGET_PID" 2>/dev/null || true
  TARGET_PID=
}

drive() { # NAME SECONDS COMMAND...: makes load, and keeps what the tool prints
  local name=$1 seconds=$2 status=0
  shift 2
  say "  $name ($seconds s)"
  ( bare timeout --kill-after=5 "$((seconds + 60))" "$@" ) >"$RESULTS/$TURN-$name.out" 2>"$RESULTS/$TURN-$name.log" </dev/null &
  LOAD_PID=$!
  wait "$LOAD_PID" || status=$?
  LOAD_PID=
  if [ "$status" -ne 0 ]; then
    say "  it ended with status $status; see $RESULTS/$TURN-$name.log"
    FAILED=$((FAILED + 1))
  fi
}

pause() { # SECONDS: a signal is heard meanwhile
  sleep "$1" &
  LOAD_PID=$!
  wait "$LOAD_PID" || true
  LOAD_PID=
}

await_instant() { # SECONDS since the epoch
  local left=$(($1 - $(date +%s)))
  [ "$left" -gt -2 ] || fail "START_AT is too early: this step was due $((-left)) s ago"
  [ "$left" -le 0 ] || pause "$left"
}

put_file() { # NAME: what the tool reads, from stdin
  sed "s|address-left-out|\${SERVER_ADDRESS:-}|g" >"$WORK/$1"
}

end_turn() {
  stop_target
  restore || FAILED=$((FAILED + 1))
}

clean_up() {
  local status=$?
  trap '' INT TERM HUP
  trap - EXIT
  [ -z "$LOAD_PID" ] || kill -TERM "$LOAD_PID" 2>/dev/null || true
  stop_target
  if ! restore; then status=1; fi
  [ -z "$WORK" ] || rm -rf -- "$WORK"
  exit "$status"
}`;

/** Of a script that tunes nothing. */
export const NOTHING_TO_RESTORE = 'restore() { :; }';
