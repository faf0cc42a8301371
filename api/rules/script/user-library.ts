/**
 * Functions that decide as whom target and load generators run, and that write what they read. What belongs to that user
 * is written with that user's rights: a link that lies there leads nowhere as root.
 */
export const USER_LIBRARY = `choose_user() { # what hosts reported runs as root only where somebody says so
  local me who=$RUN_AS uid gid home
  me=$(id -u)
  if [ -z "$who" ] && [ "$me" -eq 0 ] && [ "\${SUDO_UID:-0}" != 0 ]; then who=$SUDO_UID; fi
  if [ -z "$who" ]; then
    [ "$me" -ne 0 ] || [ -t 0 ] || fail "this would run as root what hosts reported: set RUN_AS=NAME to run it as that user, or RUN_AS=root"
    return 0
  fi
  need getent setpriv
  IFS=: read -r RUN_AS _ uid gid _ home _ < <(getent passwd "$who") || fail "there is no user $who here; set RUN_AS to one that there is"
  [ "$uid" != "$me" ] || return 0
  [ "$me" -eq 0 ] || fail "only root can run it as $RUN_AS: start this as root, or without RUN_AS"
  # Without new privileges, sudo that asks for no password is no way back to root.
  AS_USER=(setpriv --reuid="$uid" --regid="$gid" --init-groups --inh-caps=-all --no-new-privs -- env HOME="$home")
  TMPDIR=/tmp
  say "target and load generators run as $RUN_AS"
}

place() { # FILE: what target or tools read, from stdin
  "\${AS_USER[@]}" tee -- "$1" >/dev/null
}

open_results() { # once: who puts another folder there meanwhile changes nothing
  mkdir -p -- "$RESULTS"
  exec 8<"$RESULTS"
  OUT=$PROC/$$/fd/8
  [ "\${#AS_USER[@]}" -gt 0 ] || return 0
  if [ ! -O "$OUT/." ] || "\${AS_USER[@]}" test -w "$PROC/self/fd/8/."; then
    fail "$RUN_AS can write to $RESULTS, and could lead root to other files there: set RESULTS to a new folder"
  fi
}`;
