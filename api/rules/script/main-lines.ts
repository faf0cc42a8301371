import { oneLine } from '../words/text.ts';
import type { Role, RolePart } from './role-lines.ts';
import { shellWord } from './shell.ts';
import type { Plan } from './turns.ts';

interface Main {
  plan: Plan;
  roles: Role[];
  parts: RolePart[];
  addressed: boolean;
  /** Several clients begin at one instant. */
  shared: boolean;
}

/** What a script does when it is started: checks everything first, then takes its turns. */
export function mainLines({ plan, roles, parts, addressed, shared }: Main): string[] {
  const apart = !roles.includes('all');
  const entry = [
    ...ENTRY,
    ...(apart ? apartEntry(roles, plan, confirmed(parts)) : togetherEntry(plan, confirmed(parts))),
    '[ "$FAILED" -eq 0 ] || fail "$FAILED of its parts failed, as listed above"',
    'say "done; what the tools printed is in $RESULTS"',
  ];
  return [
    'usage() { sed -n \'2,/^set -euo/{/^#/{s/^# \\{0,1\\}//;p;};}\' "$0"; }',
    '',
    'take_turn() { # ROLE NUMBER',
    '  case "$2" in',
    ...plan.turns.map(({ configuration, label }, at) => {
      const name = `turn-${String(at + 1).padStart(2, '0')}`;
      return `    ${at + 1}) TURN=${name} TURN_NAME=${shellWord(oneLine(label))}; say "$TURN, $TURN_NAME"; configuration_${configuration + 1}_"$1" ;;`;
    }),
    `    *) fail "there are turns 1 to ${plan.turns.length}" ;;`,
    '  esac',
    '}',
    '',
    ...(apart ? HOLD : []),
    'check() { # ROLE',
    '  case "$1" in',
    ...roles.map((role) => `    ${role.replace('-', '_')})${checksOf(parts.filter((part) => part.role === role))} ;;`),
    '  esac',
    '  [ -z "$LACKING" ] || exit 1',
    ...(addressed
      ? ['  [ -n "$SERVER_ADDRESS" ] || fail "set SERVER_ADDRESS to the address of the host of the target"']
      : []),
    ...(shared ? CHECK_START : []),
    '}',
    '',
    ...CONFIRM,
    'main() { # [ROLE] [TURN]',
    ...entry.map((line) => `  ${line}`),
    '}',
    '',
    '# On one line, which bash reads as a whole: the user of the tools could write to this file meanwhile.',
    'main "$@"; exit',
  ];
}

const HOLD = ['hold() { # until Enter, or a signal', '  read -r _ || wait "$TARGET_PID" || true', '}', ''];

const CHECK_START = [
  '  if [ "$1" != server ]; then',
  '    case "$START_AT" in',
  '      \'\'|*[!0-9]*) fail "set START_AT to one instant for all clients, such as $(($(date +%s) + 30))" ;;',
  '    esac',
  '  fi',
];

function checksOf(parts: RolePart[]): string {
  const needs = [...new Set(parts.flatMap((part) => part.needs))];
  const programs = [...new Map(parts.flatMap((part) => part.programs).map((one) => [one.path, one])).values()];
  const given = [...new Map(parts.flatMap((part) => part.given).map((one) => [one.variable, one])).values()];
  const rootFor = parts.flatMap((part) => part.rootFor ?? [])[0];
  const lines = [
    ...given.map(({ variable, what }) => `lacks ${variable} ${shellWord(oneLine(what))}`),
    `need ${needs.join(' ')}`,
    ...given.flatMap(({ variable, preset }) => (preset === null ? [] : [`need_file "$${variable}" ${variable}`])),
    ...programs.map(({ variable }) => `need_file "$${variable}" ${variable}`),
    ...(rootFor ? [`[ "$(id -u)" -eq 0 ] || fail "this ${rootFor}: run it as root"`] : []),
  ];
  return lines.map((line) => `\n      ${line}`).join('');
}

const ENTRY = [
  `case "\${1:-}" in`,
  '  -h|--help) usage; exit 0 ;;',
  '  restore) OWN_STATE=yes; restore; exit 0 ;;',
  'esac',
];

const READY = [
  'trap clean_up EXIT',
  "trap 'exit 130' INT",
  "trap 'exit 143' TERM HUP",
  'OWN=$(mktemp -d)',
  `WORK=$("\${AS_USER[@]}" mktemp -d)`,
  ': >"$OWN/mark"',
  // The 22nd field of a process: when it began, in ticks since the boot.
  "BEGUN=$(sed 's/.*) //' \"$PROC/$$/stat\" | cut -d ' ' -f 20)",
  'open_results',
  'place_files',
];

/** Whoever starts it as root, by hand, is told what that starts: agents reported it. RUN_AS is the answer of who said so before. */
const CONFIRM = [
  'confirm() { # PROGRAM...',
  '  if [ "$(id -u)" -ne 0 ] || [ -n "$RUN_AS" ]; then return 0; fi',
  '  local answer=',
  '  say "this starts as root what hosts reported, with the arguments that stand in this script:"',
  '  printf \'  %s\\n\' "$@" >&2',
  '  read -r -p "read it first if you do not trust those hosts; start it? [y/N] " answer || true',
  '  [ "$answer" = y ] || fail "nothing was started or changed"',
  '}',
  '',
];

const confirmed = (parts: RolePart[]): string => {
  const variables = [...new Set(parts.flatMap(({ programs }) => programs.map(({ variable }) => variable)))];
  return `confirm ${variables.map((variable) => `"$${variable}"`).join(' ')}`.trim();
};

function togetherEntry(plan: Plan, confirm: string): string[] {
  return [
    'choose_user',
    'check all',
    confirm,
    ...READY,
    'if [ "$#" -gt 0 ]; then',
    '  take_turn all "$1"',
    'else',
    `  for number in $(seq 1 ${plan.turns.length}); do take_turn all "$number"; done`,
    'fi',
  ];
}

function apartEntry(roles: Role[], plan: Plan, confirm: string): string[] {
  return [
    `case "\${1:-}" in`,
    `  ${roles.join('|')}) ROLE=\${1/-/_} ;;`,
    '  *) usage; exit 2 ;;',
    'esac',
    'choose_user',
    'check "$ROLE"',
    confirm,
    ...READY,
    plan.turns.length === 1 ? `take_turn "$ROLE" "\${2:-1}"` : `take_turn "$ROLE" "\${2:?which turn}"`,
  ];
}
