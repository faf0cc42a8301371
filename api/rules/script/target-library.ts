/**
 * Functions that start and end the target. The process that answers is the one that was started, and nothing of it is
 * left. Whatever ran before is never touched, even under the same name.
 */
export const TARGET_LIBRARY = `reaches() { # URL: whether anything takes connections there, HTTP or not
  local status=0
  curl -q --noproxy '*' --insecure --silent --output /dev/null --max-time 2 "$1" || status=$?
  case "$status" in 6|7) return 1 ;; esac # no such address, nothing there
}

answers() { # URL CODE: whether it answers so; any: whatever it answers
  local code
  code=$(curl -q --noproxy '*' --insecure --silent --output /dev/null --max-time 2 --write-out '%{http_code}' "$1") || return 1
  [ "$2" = any ] || [ "$code" = "$2" ]
}

start_target() { # URL COMMAND...
  if reaches "$1"; then fail "something listens at $1 already; stop it first"; fi
  shift
  ( bare "$@" ) >"$OUT/$TURN-target.log" 2>&1 </dev/null &
  TARGET_PID=$! SESSIONS="$SESSIONS $!"
}

await_target() { # URL CODE
  local tries=0 ran=
  until answers "$1" "$2"; do
    if [ -n "$TARGET_PID" ] && ! kill -0 "$TARGET_PID" 2>/dev/null; then
      [ "\${#AS_USER[@]}" -eq 0 ] || ran=" It ran as $RUN_AS; if it has to be root, for a port below 1024 or to switch its user itself, set RUN_AS=root."
      fail "the target ended before it answered; it has to stay in the foreground (nginx: daemon off).$ran See $RESULTS/$TURN-target.log"
    fi
    tries=$((tries + 1))
    [ "$tries" -lt 150 ] || fail "nothing answers at $1"
    pause 0.2
  done
  [ -z "$TARGET_PID" ] || is_own "$1" || fail "what answers at $1 is not the target that this script started"
}

is_own() { # URL: whether a socket that listens on its port is of a process that this script started
  local host=\${1#*://} inode pid open
  host=\${host%%/*}
  for inode in $(awk -v port=":$(printf '%04X' "\${host##*:}")" '$4 == "0A" && substr($2, length($2) - 4) == port { print $10 }' "$PROC/net/tcp" "$PROC/net/tcp6" 2>/dev/null); do
    for pid in $(started_here); do
      # What may not be looked into, such as a program with capabilities, is believed: the port was free before.
      open=$(ls -l "$PROC/$pid/fd" 2>/dev/null) || { [ ! -e "$PROC/$pid" ] || return 0; }
      case "$open" in *"socket:[$inode]"*) return 0 ;; esac
    done
  done
  return 1
}

started_here() { # numbers of the processes that this script started and what they left
  local folder pid line fields session fd
  for folder in "$PROC"/[0-9]*; do
    pid=\${folder##*/} line=
    { IFS= read -r -d '' line <"$folder/stat"; } 2>/dev/null || true
    read -r -a fields <<<"\${line##*) }" || true
    # State, session and start: what is older than this script is none of its own.
    [ "\${#fields[@]}" -gt 19 ] && [ "\${fields[0]}" != Z ] && [ "\${fields[19]}" -ge "$BEGUN" ] || continue
    session=\${fields[3]}
    case " $SESSIONS " in
      # The number of a session that is over can be that of another program by now.
      *" $session "*) if [ "$session" = "$TARGET_PID" ] || [ "$session" = "$LOAD_PID" ] || [ ! -e "$PROC/$session" ]; then echo "$pid"; continue; fi ;;
    esac
    for fd in "$folder"/fd/*; do
      if [ "$fd" -ef "$OWN/mark" ]; then echo "$pid"; break; fi
    done
  done
}

gone_within() { # TENTHS of a second, until no process of this script is left
  local tries=0
  while [ -n "$(started_here)" ]; do
    tries=$((tries + 1))
    [ "$tries" -le "$1" ] || return 1
    sleep 0.1
  done
}

stop_target() { # with everything that target and tools left behind
  [ -n "$SESSIONS" ] || return 0
  local tries=0 left
  if [ -n "$TARGET_PID" ]; then
    kill -TERM "$TARGET_PID" 2>/dev/null || true
    while kill -0 "$TARGET_PID" 2>/dev/null && [ "$tries" -lt 65 ]; do
      sleep 0.1
      tries=$((tries + 1))
    done
    kill -KILL "$TARGET_PID" 2>/dev/null || true
    wait "$TARGET_PID" 2>/dev/null || true
    TARGET_PID=
  fi
  left=$(started_here)
  if [ -n "$left" ]; then
    kill -TERM $left 2>/dev/null || true
    gone_within 20 || kill -KILL $(started_here) 2>/dev/null || true
    gone_within 50 || { say "these do not end: $(started_here)"; return 1; }
  fi
  SESSIONS=
}`;
