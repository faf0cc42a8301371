import type { RunDraft } from './run-draft';
import { profileKindsOf } from './run-facts';
import { plannedSteps } from './step-draft';
import { requestsKey } from './target-draft';

type Rule = [RegExp, (draft: RunDraft, ...found: string[]) => string];

/** Of hosts to launch: a run's own paths are others. */
const LAUNCH_RULES: Rule[] = [
  [/^spec\.server\.instanceType$/, () => 'launch.serverType'],
  [/^spec\.clients\.instanceType$/, () => 'launch.clientType'],
  [/^spec\.clients\.count$/, () => 'launch.clientCount'],
  [/^spec\.subnetIds\b/, () => 'launch.subnets'],
  [/^spec\.zones\b/, () => 'launch.zones'],
  [/^spec\.securityGroupId$/, () => 'launch.securityGroup'],
  [/^spec\.image\b/, () => 'launch.imageId'],
  [/^spec\.budgetMicroUsd$/, () => 'launch.budgetUsd'],
  [/^spec\.(region|clusterPlacement|market|ttlMinutes|keepMinutes)$/, (_, field) => `launch.${field}`],
];

const RULES: Rule[] = [
  [/^name$/, () => 'name'],
  ...LAUNCH_RULES,
  [/^spec\.server\.address$/, () => 'address'],
  [/^spec\.server\b/, ({ target }) => (target.kind === 'external' ? 'target.kind' : 'serverHostId')],
  [/^spec\.backend\.address$/, () => 'backendAddress'],
  [/^spec\.backend\b/, () => 'backendHostId'],
  [/^spec\.clients\b/, () => 'clientHostIds'],
  [/^spec\.requests\.(\d+\.(?:path|weight))$/, ({ target }, at) => `requests.${requestsKey(target)}.${at}`],
  [/^spec\.requests\.(\d+)\.(method|headers|body|expect)(?:\.(\w+))?/, requestField],
  [/^spec\.requests\b/, ({ target }) => `requests.${requestsKey(target)}`],
  [/^spec\.target\.port$/, ({ target }) => (target.kind === 'listening' ? 'target.listeningPort' : 'target.port')],
  [/^spec\.target\.(framework|prefork|workers|pick|name|revision)$/, (_, field) => `target.${field}`],
  [/^spec\.(variables|seed)\b/, (_, field) => field],
  [/^spec\.target\.origin$/, () => 'target.origin'],
  [/^spec\.target\.tls$/, () => 'target.tls'],
  [/^spec\.target\.((?:database|cache|downstream)(?:\.\w+)?)/, (_, field) => `target.${field}`],
  [/^spec\.target\.parameters\b/, () => 'target.name'],
  [/^spec\.target\b/, () => 'target.kind'],
  [/^spec\.tuning\.targetCpus$/, () => 'targetCpus'],
  [/^spec\.(tuning\.(?:server|clients)\.\w.*)$/, (_, field) => field],
  [/^spec\.(samplesPerSecond)$/, (_, field) => field],
  [/^spec\.load\.(tool|toolWorkers|toolCpus|decompress|warmupSeconds|pauseSeconds)$/, (_, field) => field],
  [/^spec\.load\.(protocol|cookies|requestsPerConnection)$/, (_, field) => `transport.${field}`],
  [/^spec\.load\.tls\.(serverName|verify|resume)$/, (_, field) => `transport.${field}`],
  [/^spec\.load\.tls$/, () => 'target.tls'],
  [/^spec\.load\.steps\.(\d+)\.loop$/, () => 'loop'],
  [/^spec\.load\.steps\.(\d+)(?:\.(\w+))?(?:\.\d+)?$/, stepField],
  [/^spec\.load\.steps$/, () => 'steps'],
  [/^spec\.load\.search\.most$/, mostField],
  [/^spec\.load\.search\.(growth|precision)$/, (_, field) => `search.${field}`],
  [/^spec\.load\.search\.ceiling\.(percentile|mostMs)$/, (_, field) => `search.${field}`],
  [/^spec\.load\.search\b/, () => 'search.ceiling'],
];

/** The editor of a request has one field for all headers, and one for the body. */
function requestField({ target }: RunDraft, index = '', part = '', field = ''): string {
  const at = `requests.${requestsKey(target)}.${index}`;
  if (part === 'expect') return `${at}.${field || 'status'}`;
  return `${at}.${part === 'body' ? 'bodyText' : part}`;
}

/** By its place among the steps that are sent: a repetition with profiles belongs to the row that it repeats. */
function stepField(draft: RunDraft, index = '', name = 'connections'): string {
  const row = draft.search.on
    ? null
    : (plannedSteps(draft.steps, profileKindsOf(draft.target, null))[Number(index)]?.row ?? Number(index));
  const at = row === null ? 'search.first' : `steps.${row}`;
  const step = row === null ? draft.search.first : draft.steps[row];
  const loop = draft.loop === 'each' ? step?.loop : draft.loop;
  return `${at}.${loop === 'open' && name === 'connections' ? 'openConnections' : name}`;
}

function mostField({ loop, search }: RunDraft): string {
  return (loop === 'each' ? search.first.loop : loop) === 'open' ? 'search.mostRate' : 'search.mostConnections';
}

/** The field of the draft that a path of the API's problem means; null when it is none of them. */
export const draftField = (path: string, draft: RunDraft): string | null => fieldOfPath(path, RULES, draft);

/** By the first rule whose pattern fits a path such as `body.spec.load.steps[0]`, dotted. */
export function fieldOfPath<Of extends unknown[]>(
  path: string,
  rules: [RegExp, (...from: [...Of, ...found: string[]]) => string][],
  ...of: Of
): string | null {
  const dotted = path
    .replace(/\[(\d+)\]/g, '.$1')
    .replaceAll('/', '.')
    .replace(/^\.+/, '')
    .replace(/^body\./, '');
  for (const [pattern, fieldOf] of rules) {
    const match = pattern.exec(dotted);
    if (match) return fieldOf(...of, ...match.slice(1));
  }
  return null;
}
