import type { Run } from '../../contract/run.ts';
import type { ShareDocument } from '../../contract/share.ts';
import { listed } from '../words/text.ts';
import { secretUsage } from './request-lines.ts';
import type { Role, RolePart } from './role-lines.ts';
import { comment } from './shell.ts';
import { STATE_FILE } from './tuning-library.ts';
import type { Plan } from './turns.ts';

interface Header {
  document: ShareDocument;
  plan: Plan;
  roles: Role[];
  parts: RolePart[];
  /** Addresses were left out and have to be given. */
  addressed: boolean;
  patterns: Run[];
  /** Runs with a target of a host's own: its arguments are in the script. */
  holds: Run[];
}

/** What the script does, needs and leaves out; `--help` prints it. */
export function headerLines({ document, plan, roles, parts, addressed, patterns, holds }: Header): string[] {
  const several = plan.turns.length > 1;
  const paragraphs = [
    `Does by hand what millionrps ${document.productVersion} did for: ${document.title}`,
    `It was measured on ${listed([...new Set(patterns.flatMap(hostNames))])}. Figures of other hosts are other figures.`,
    ...(isFromElsewhere(document, patterns)
      ? [
          'WITH CARE: this was imported. Its commands never ran here, and they do whatever they say: read all of it before you start it.',
        ]
      : []),
    ...(parts.some(({ tunes }) => tunes)
      ? [
          `It writes kernel settings. What each was is kept in ${STATE_FILE} before the first is written, and put back at the end, on Ctrl-C and on errors; after a kill -9, run it with the word restore. A reboot puts everything back.`,
        ]
      : []),
    'It ends with a table of figures; what the tools print is kept in the folder RESULTS. Sampling, profiles and verdicts of millionrps are no part of it.',
    'With sudo, target and load generators run as the user who called it; with sudo RUN_AS=NAME bash THIS.sh, as that user. RUN_AS=root is for a target that listens on a port below 1024 or switches its user itself. Root without sudo is asked first.',
    ...(holds.length > 0
      ? [
          `It holds the arguments that ${listed([...new Set(holds.map(programOf))])} was started with, as the page of the run shows them: look for secrets before you pass it on.`,
        ]
      : []),
    ...(patterns.some(({ steps }) => steps.some(({ spec }) => spec.profiles.length > 0))
      ? [
          'Profiles were taken of the target in steps that say so below. This makes their load and takes none, so that the target has more CPU time than it had.',
        ]
      : []),
    ...(patterns.some(({ spec }) => spec.load.search !== null)
      ? ['A ceiling search chose the loads; this repeats those loads and searches no further.']
      : []),
    ...(addressed
      ? ['Addresses are left out: set SERVER_ADDRESS to that of the host of the target, without a port.']
      : []),
  ];
  return [
    ...paragraphs.flatMap((text) => [...comment(text), '#']),
    '# Usage:',
    ...usage({ roles, several, patterns, parts, addressed }).flatMap((text) =>
      text.startsWith('  ') ? [`# ${text}`] : comment(text),
    ),
  ];
}

interface Usage extends Pick<Header, 'roles' | 'patterns' | 'parts' | 'addressed'> {
  several: boolean;
}

function usage({ roles, several, patterns, parts, addressed }: Usage): string[] {
  const shared = patterns.some(({ spec }) => spec.clients.length > 1);
  const given = parts.flatMap((part) => part.given.map((one) => ({ role: part.role, ...one })));
  // sudo hands on what stands behind it, not what stands before it.
  const start = (role: Role): string => {
    const own = given.filter((one) => one.role === role);
    const secrets = [...new Set(own.filter(({ secret }) => secret).map(({ variable }) => variable))];
    const kept = secrets.length > 0 ? ` --preserve-env=${secrets.join(',')}` : '';
    const paths = own.filter(({ secret, preset }) => !secret && preset === null).map(({ variable }) => variable);
    return [
      ...(parts.some((part) => part.role === role && part.rootFor !== null) ? [`sudo${kept}`] : []),
      ...(addressed ? ['SERVER_ADDRESS=ADDRESS'] : []),
      ...(shared && role !== 'server' ? ['START_AT=INSTANT'] : []),
      ...[...new Set(paths)].map((name) => `${name}=${name.startsWith('TARGET_COMMAND') ? 'COMMAND' : 'FILE'}`),
      'bash THIS.sh',
    ].join(' ');
  };
  const needed = [
    ...new Set(
      given.map(({ variable, what, preset }) => `${variable} is ${what}${preset === null ? '' : `: ${preset}`}.`),
    ),
    ...secretUsage(given),
  ];
  if (roles.includes('all')) {
    return [`  ${start('all')}${several ? ' [TURN]     every turn, or one of them' : ''}`, ...needed];
  }
  const turn = several ? ' TURN' : '';
  return [
    ...roles.map((role) => `  ${start(role)} ${role}${turn}`),
    ...needed,
    roles.includes('server')
      ? 'Start it as server on the host of the target; when it says that the target answers, on each client.'
      : 'Start it on each client.',
    ...(shared
      ? [
          'INSTANT is the same for all clients, in seconds since the epoch and some time ahead, such as $(($(date +%s) + 30)).',
        ]
      : []),
    ...patterns.map((run) => `In ${run.name}: ${roles.flatMap((role) => whoText(run, role)).join(', ')}.`),
  ];
}

function whoText({ spec, hosts }: Run, role: Role): string[] {
  const hostId = role === 'server' ? spec.server?.hostId : spec.clients[Number(role.split('-')[1]) - 1]?.hostId;
  const name = hosts.find((host) => host.hostId === hostId)?.name;
  return name === undefined ? [] : [`${role} was ${name}`];
}

const programOf = ({ target }: Run): string => target?.command[0] ?? '';

const hostNames = ({ hosts }: Run): string[] =>
  hosts.map(({ name, facts }) => (facts ? `${name} (${facts.cpus} CPUs, ${facts.cpuModel})` : name));

/** Its commands are what a file said, not what agents of this instance carried out. */
const isFromElsewhere = (document: ShareDocument, patterns: Run[]): boolean =>
  patterns.some(({ imported }) => imported !== null) ||
  (document.type === 'experiment' && document.experiment.imported);
