import { shellWord } from '../script/shell.ts';

export interface UserData {
  /** Of the API, as hosts reach it. */
  url: string;
  /** For one agent of this launch, for some minutes. */
  joinToken: string;
  /** Of the API's own certificate, as curl takes it: `sha256//...`. Null: one that authorities vouch for. */
  pinnedKey: string | null;
  /** When the host ends itself, counted from its start. */
  shutdownMinutes: number;
}

/** What EC2 takes, before it is encoded. */
export const USER_DATA_BYTES_MAX = 16_384;
/** For longer than the launch waits for an agent. */
const TRIES = 150;
const TRY_EVERY_SECONDS = 5;
export const USER_DATA_LOG = '/var/log/millionrps.log';

/**
 * The script that an instance runs at its first start, as root. It sees to the end first: whatever happens to the API, the
 * host shuts down, which terminates its instance. Then it takes the agent from the API.
 */
export function userData({ url, joinToken, pinnedKey, shutdownMinutes }: UserData): string {
  const pin = pinnedKey === null ? '' : ` --insecure --pinnedpubkey ${shellWord(pinnedKey)}`;
  return [
    '#!/bin/sh',
    '# Written by millionrps: ends this host in time, and starts its agent.',
    'set -u',
    `exec >>${USER_DATA_LOG} 2>&1`,
    `chmod 600 ${USER_DATA_LOG}`,
    '',
    `systemd-run --unit=millionrps-ttl --on-active=${shutdownMinutes}min --timer-property=AccuracySec=1s \\`,
    `  systemctl poweroff || shutdown -P +${shutdownMinutes}`,
    '',
    `token=${shellWord(joinToken)}`,
    'folder=$(mktemp -d) || exit 1',
    'tries=0',
    `until printf 'authorization: Bearer %s' "$token" |`,
    `  curl -fsS${pin} --max-time 60 -H @- ${shellWord(`${url}/enrol`)} -o "$folder/enrol" &&`,
    '  sh "$folder/enrol"; do',
    '  tries=$((tries + 1))',
    `  [ "$tries" -lt ${TRIES} ] || exit 1`,
    `  sleep ${TRY_EVERY_SECONDS}`,
    'done',
    'rm -rf "$folder"',
    '',
  ].join('\n');
}
