import type { CreateExperiment } from '@contract/experiment';
import type { CreateRun, RunSpec } from '@contract/spec';
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

/** The name of a host that stands for it alone; null: its id does. */
export type NameOfHost = (hostId: string) => string | null;

/** The same by the command line: the spec stands in the command, as its stdin. */
export const cliOf = (origin: string, run: CreateRun, nameOf: NameOfHost): string =>
  commandOf('run', origin, { ...run, spec: withHostNames(run.spec, nameOf) });

/** An experiment by the command line. Hosts that a variant puts in the place of others keep their ids, which it takes as well. */
export function experimentCliOf(
  origin: string,
  { baseline, ...experiment }: Omit<CreateExperiment, 'start'>,
  nameOf: NameOfHost,
): string {
  const named = { ...baseline, spec: withHostNames(baseline.spec, nameOf) };
  return commandOf('experiment', origin, { ...experiment, baseline: named, start: true });
}

function withHostNames({ server, clients, backend, ...spec }: RunSpec, nameOf: NameOfHost): object {
  const named = <T extends { hostId: string }>({ hostId, ...rest }: T) => {
    const host = nameOf(hostId);
    return host === null ? { hostId, ...rest } : { host, ...rest };
  };
  return { ...spec, server: server && named(server), clients: clients.map(named), backend: backend && named(backend) };
}

/** What looks like a variable of a spec file is text here. */
function commandOf(command: 'run' | 'experiment', origin: string, spec: object): string {
  const text = JSON.stringify(spec, null, 2).replaceAll('${', () => '$${');
  return `millionrps ${command} --url ${shellWord(origin)} - <<'END'\n${text}\nEND`;
}

/** The token is given in the environment: `ps` shows arguments to everybody on the host. */
export function joinCommand(origin: string, token: string): string {
  const run = `./agent run --url ${shellWord(origin)} --insecure-http --data ~/.millionrps-agent --name "$(uname -n)"`;
  return `MILLIONRPS_JOIN_TOKEN=${shellWord(token)} ${run}`;
}
