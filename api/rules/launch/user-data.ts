import { shellWord } from '../script/shell.ts';

export interface UserData {
  /** Of the API, as hosts reach it. */
  url: string;
  /** For one agent of this launch, for some minutes. */
  joinToken: string;
  /** Of the API's own certificate, as curl takes it: `sha256//...`. Null: one that authorities vouch for. */
  pinnedKey: string | null;
  /** When the host ends itself, counted from its first start. */
  shutdownMinutes: number;
}

/** What EC2 takes, before it is encoded. */
export const USER_DATA_BYTES_MAX = 16_384;
/** For longer than the launch waits for an agent. */
const TRIES = 150;
const TRY_EVERY_SECONDS = 5;
export const USER_DATA_LOG = '/var/log/millionrps.log';
/** Cloud-init has a folder of each instance: an image that is made of a launched host takes none of these along. */
const INSTANCE_FOLDER = '/var/lib/cloud/instance';
export const END_MARK = `${INSTANCE_FOLDER}/millionrps-end`;
export const JOINED_MARK = `${INSTANCE_FOLDER}/millionrps-joined`;
/** What cloud-init runs at every start; user-data it runs at the first one alone, and timers of systemd-run end with a reboot. */
export const PER_BOOT_SCRIPT = '/var/lib/cloud/scripts/per-boot/millionrps-ttl';
/** A clock that was set meanwhile ends no host at once. */
const LEFT_SECONDS_LEAST = 60;

/**
 * The script that an instance runs at its first start, as root. It sees to the end first: whatever happens to the API, the
 * host shuts down, which terminates its instance. Then it takes the agent from the API. Played again it changes nothing.
 */
export function userData({ url, joinToken, pinnedKey, shutdownMinutes }: UserData): string {
  const pin = pinnedKey === null ? '' : ` --insecure --pinnedpubkey ${shellWord(pinnedKey)}`;
  return [
    '#!/bin/sh',
    '# Written by millionrps: ends this host in time, and starts its agent.',
    'set -u',
    `: >>${USER_DATA_LOG}`,
    `chmod 600 ${USER_DATA_LOG}`,
    '',
    'play() {',
    `mkdir -p ${INSTANCE_FOLDER} ${folderOf(PER_BOOT_SCRIPT)}`,
    `[ -s ${END_MARK} ] || echo $(($(date +%s) + ${shutdownMinutes * 60})) >${END_MARK}`,
    `cat >${PER_BOOT_SCRIPT} <<'END'`,
    ...shutdownTimer(shutdownMinutes * 60),
    'END',
    `chmod 700 ${PER_BOOT_SCRIPT}`,
    `{ [ -s ${END_MARK} ] && sh ${PER_BOOT_SCRIPT}; } || shutdown -P +${shutdownMinutes}`,
    '',
    `[ ! -e ${JOINED_MARK} ] || return 0`,
    `echo ${shellWord(`millionrps: this host joins ${url}`)}`,
    `token=${shellWord(joinToken)}`,
    'folder=$(mktemp -d) || return 1',
    'tries=0',
    `until printf 'authorization: Bearer %s' "$token" |`,
    `  curl -fsS${pin} --max-time 60 -H @- ${shellWord(`${url}/enrol`)} -o "$folder/enrol" &&`,
    '  sh "$folder/enrol"; do',
    '  tries=$((tries + 1))',
    `  [ "$tries" -lt ${TRIES} ] || return 1`,
    `  sleep ${TRY_EVERY_SECONDS}`,
    'done',
    `: >${JOINED_MARK}`,
    'rm -rf "$folder"',
    '}',
    '',
    // What cloud-init is told stands on the console, which AWS shows of hosts that nobody can log in to.
    `play 2>&1 | tee -a ${USER_DATA_LOG}`,
    `[ -e ${JOINED_MARK} ]`,
    '',
  ].join('\n');
}

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/'));

/** For what is left until the moment that the first start wrote down. */
const shutdownTimer = (seconds: number): string[] => [
  '#!/bin/sh',
  '# Written by millionrps: powers this host off when its launch is over, however often it is started.',
  `[ -s ${END_MARK} ] || exit 0`,
  '! systemctl is-active --quiet millionrps-ttl.timer 2>/dev/null || exit 0',
  `left=$(($(cat ${END_MARK}) - $(date +%s)))`,
  `[ "$left" -lt ${seconds} ] || left=${seconds}`,
  `[ "$left" -gt ${LEFT_SECONDS_LEAST} ] || left=${LEFT_SECONDS_LEAST}`,
  'systemd-run --unit=millionrps-ttl --on-active="$left" --timer-property=AccuracySec=1s systemctl poweroff ||',
  '  shutdown -P "+$(((left + 59) / 60))"',
];
