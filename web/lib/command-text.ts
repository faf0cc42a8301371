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

/**
 * The same by the command line: the spec stands in the command, as its stdin, with hosts by name where `nameOf` knows one that stands
 * for the host alone. What looks like a variable of a spec file is text here.
 */
export function cliOf(origin: string, run: CreateRun, nameOf: (hostId: string) => string | null): string {
  const named = <T extends { hostId: string }>({ hostId, ...rest }: T) => {
    const host = nameOf(hostId);
    return host === null ? { hostId, ...rest } : { host, ...rest };
  };
  const { server, clients, backend } = run.spec;
  const spec = {
    ...run.spec,
    server: server && named(server),
    clients: clients.map(named),
    backend: backend && named(backend),
  };
  const text = JSON.stringify({ ...run, spec }, null, 2).replaceAll('${', () => '$${');
  return `millionrps run --url ${shellWord(origin)} - <<'END'\n${text}\nEND`;
}

/** The token is given in the environment: `ps` shows arguments to everybody on the host. */
export function joinCommand(origin: string, token: string): string {
  const run = `./agent run --url ${shellWord(origin)} --insecure-http --data ~/.millionrps-agent --name "$(uname -n)"`;
  return `MILLIONRPS_JOIN_TOKEN=${shellWord(token)} ${run}`;
}
