import type { CreateRun } from '@contract/spec';
import { shellWord } from '@rules/script/shell';

/** The token is read from the environment: what is copied may end up in a chat. */
export function curlOf(origin: string, run: CreateRun): string {
  return [
    `curl -sS -X POST ${shellWord(`${origin}/api/v1/runs`)}`,
    "-H 'content-type: application/json'",
    '-H "authorization: Bearer $MILLIONRPS_TOKEN"',
    `--data-binary ${shellWord(JSON.stringify(run))}`,
  ].join(' \\\n  ');
}

/** The token is given in the environment: `ps` shows arguments to everybody on the host. */
export function joinCommand(origin: string, token: string): string {
  const run = `./agent run --url ${shellWord(origin)} --insecure-http --data ~/.millionrps-agent --name "$(uname -n)"`;
  return `MILLIONRPS_JOIN_TOKEN=${shellWord(token)} ${run}`;
}
