/** From this order on a line of the state file is put back last: what stops and starts services. */
export const SERVICES_FROM = 900_000;

/** Where values are kept before they are written. It goes with a reboot, which puts everything back by itself. */
export const STATE_FILE = '/run/millionrps-restore';

/** Functions that read, keep, write and put back values of the kernel. A value is named by its kind and arguments. */
export const TUNING_LIBRARY = `STATE=${STATE_FILE}
OWN_STATE= # yes once the file is this script's

interrupt_file() { # NAME NTH: numbers change with a boot, names do not
  local number
  number=$(awk -v name="$1" -v nth="$2" '$NF == name && ++seen == nth { sub(":", "", $1); print $1; exit }' /proc/interrupts)
  [ -n "$number" ] || { say "there is no interrupt $1 here"; return 1; }
  printf '/proc/irq/%s/smp_affinity_list' "$number"
}

running() { # NAME: numbers of its processes that are not paused
  ps -C "$1" -o pid=,stat= | awk '$2 !~ /^[TtZ]/ { printf "%s%s", sep, $1; sep = " " }'
}

known() { grep -vx n/a; } # what a device does not have, ethtool tells as n/a

value_of() { # KIND ARGUMENT...
  local file pids
  case "$1" in
    file) cat "$2" ;;
    choice) sed -n 's/.*\\[\\(.*\\)\\].*/\\1/p' "$2" ;;
    interrupt) file=$(interrupt_file "$2" "$3") && cat "$file" ;;
    channels) ethtool -l "$2" | awk -F: -v name="$3" '/^Current/ { now = 1 } now && tolower($1) == name { gsub(/[ \\t]/, "", $2); print $2 }' | known ;;
    coalesce)
      case "$3" in
        adaptive-rx) ethtool -c "$2" | awk '/^Adaptive RX:/ { print $3 }' ;;
        adaptive-tx) ethtool -c "$2" | awk '/^Adaptive RX:/ { print $5 }' ;;
        *) ethtool -c "$2" | awk -F: -v name="$3" '$1 == name { gsub(/[ \\t]/, "", $2); print $2 }' ;;
      esac | known ;;
    offload) # as arguments of ethtool -K; behind tso there are several features, each put back as it was
      ethtool -k "$2" | awk -v word="$3" '
        BEGIN { long["gro"] = "generic-receive-offload"; long["gso"] = "generic-segmentation-offload"; long["lro"] = "large-receive-offload" }
        { name = $1; sub(/:$/, "", name) }
        word == "tso" && name ~ /^tx-tcp(-ecn|6)?-segmentation$/ && !/fixed/ { printf "%s%s %s", sep, name, $2; sep = " " }
        word != "tso" && name == long[word] { printf "%s %s", word, $2 }' ;;
    unit) if systemctl is-active --quiet "$2.service"; then echo running; else echo stopped; fi ;;
    processes) pids=$(running "$2"); if [ -n "$pids" ]; then echo "running $pids"; else echo paused; fi ;;
  esac
}

set_value() { # VALUE KIND ARGUMENT...
  local value=$1 file
  shift
  case "$1 $value" in
    file\\ *|choice\\ *) printf '%s\\n' "$value" >"$2" ;;
    interrupt\\ *) file=$(interrupt_file "$2" "$3") && printf '%s\\n' "$value" >"$file" ;;
    channels\\ *) ethtool -L "$2" "$3" "$value" ;;
    coalesce\\ *) ethtool -C "$2" "$3" "$value" ;;
    offload\\ *) ethtool -K "$2" $value ;;
    "unit stopped") systemctl stop "$2.service" ;;
    "unit running") systemctl start "$2.service" ;;
    "processes paused") value=$(running "$2"); [ -z "$value" ] || kill -STOP $value ;;
    processes\\ *) for file in \${value#running}; do kill -CONT "$file" 2>/dev/null || true; done ;;
  esac
}

same() { # VALUE VALUE KIND: the kernel separates numbers by tabs; processes come and go
  if [ "$3" = processes ]; then [ "\${1%% *}" = "\${2%% *}" ]; return; fi
  [ "$(printf '%s' "$1" | tr -s '[:space:]' ' ')" = "$(printf '%s' "$2" | tr -s '[:space:]' ' ')" ]
}

begin_tuning() {
  ( set -o noclobber; : >"$STATE" ) 2>/dev/null \\
    || fail "$STATE is there: values that an earlier script changed were not put back, or one is at work. Run: $0 restore"
  OWN_STATE=yes
}

keep_where_there() { # ORDER KIND ARGUMENT...: what comes with queues goes with them
  if [ -n "$(shift; value_of "$@" 2>/dev/null)" ]; then keep "$@"; fi
}

keep() { # ORDER KIND ARGUMENT...: what it is now, to be put back in this order
  local order=$1 value
  shift
  value=$(value_of "$@") && [ -n "$value" ] || fail "$* cannot be read on this host, so it is not tuned"
  { printf '%s' "$order"; printf ' %q' "$value" "$@"; printf '\\n'; } >>"$STATE"
}

put() { # VALUE EXPECTED KIND ARGUMENT...: EXPECTED is what it read in the run
  local value=$1 expected=$2 now
  shift 2
  now=$(value_of "$@") || fail "$* cannot be read on this host"
  # Feature by feature: tso as one word would also turn what was not asked for, and is not put back.
  if [ "$1" = offload ]; then
    value=$(printf '%s' "$now" | awk -v state="$value" '{ for (i = 2; i <= NF; i += 2) $i = state; print }')
    expected=$value
  fi
  if same "$now" "$value" "$1"; then return; fi
  set_value "$value" "$@" || fail "$* could not be set to $value"
  now=$(value_of "$@") || now=
  same "$now" "$expected" "$1" || same "$now" "$value" "$1" || say "note: $* reads $now; in the run it read $expected"
}

put_back() { # ORDER VALUE KIND ARGUMENT...
  local value=$2 now
  shift 2
  now=$(value_of "$@" 2>/dev/null) || now=
  if [ "$now" != "$value" ]; then set_value "$value" "$@" || true; fi
}

check_back() { # ORDER VALUE KIND ARGUMENT...
  local value=$2 now
  shift 2
  now=$(value_of "$@" 2>/dev/null) || now=
  same "$now" "$value" "$1" || { say "not put back: $* was $value and reads $now"; return 1; }
}

each_kept() { # FUNCTION FROM TO: lines were quoted by printf %q
  local line wrong=0
  while IFS= read -r line; do
    eval "$1 $line" || wrong=1
  done < <(awk -v from="$2" -v to="$3" '$1 >= from && $1 < to' "$STATE" | sort -n)
  return "$wrong"
}

restore() {
  [ -n "$OWN_STATE" ] && [ -e "$STATE" ] || return 0
  local pass
  for pass in 1 2 3; do each_kept put_back 0 ${SERVICES_FROM} || true; done
  each_kept put_back ${SERVICES_FROM} 9999999 || true
  if each_kept check_back 0 9999999; then
    rm -f -- "$STATE"
    OWN_STATE=
    say "everything that was tuned reads as it was before"
  else
    say "$STATE keeps what the values were; try again with: $0 restore"
    return 1
  fi
}`;
