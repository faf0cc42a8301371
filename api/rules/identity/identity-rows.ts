import type { ComparedSetting } from '../../contract/comparison.ts';
import type { ServiceIdentity, TargetIdentity } from '../../contract/identity.ts';
import type { Run } from '../../contract/run.ts';
import { capitalised } from '../words/text.ts';
import { fileText, isDeclared } from './identity-changes.ts';
import { calledService, serviceOf, servicesAsked, servicesHost, settingsText } from './service-identity.ts';
import { targetIsKnown } from './target-identity.ts';

type Values = ComparedSetting['values'];

const row = (path: string, label: string, values: Values): ComparedSetting => ({
  group: 'target',
  path,
  label,
  values,
  same: new Set(values).size === 1,
});

/**
 * The targets of the runs. Files that are the same in all runs share a row; each file that differs has its own. What
 * was not read is neither a difference nor a match.
 */
export function identityRows(runs: Run[]): ComparedSetting[] {
  const identities = runs.map(({ target }) => target?.identity ?? null);
  const rows = [
    row(
      'target.binary',
      'Target program',
      identities.map((one) => one?.binary?.sha256 ?? null),
    ),
    ...fileRows(identities),
    ...surroundingRows(runs, identities),
    ...serviceRows(runs),
  ];
  return [...rows.filter(({ values }) => values.some((value) => value !== null)), ...unknownRow(runs)];
}

/** Each service, as far as any run knows it, with those of its loaded files that differ. */
function serviceRows(runs: Run[]): ComparedSetting[] {
  const oneHost = new Set(runs.map(servicesHost)).size === 1;
  return [...new Set(runs.flatMap(servicesAsked))].flatMap((name) => {
    const services = runs.map((run) => serviceOf(run, name));
    const of = (read: (one: ServiceIdentity) => string | null): Values => services.map((one) => one && read(one));
    const path = `target.services.${name}`;
    const what = capitalised(calledService(name));
    const environment = row(
      `${path}.environment`,
      `${what}: environment, as HMAC`,
      of(({ environmentHmac }) => environmentHmac),
    );
    return [
      row(
        `${path}.program`,
        `${what}: program`,
        of(({ binary }) => binary?.sha256 ?? null),
      ),
      row(
        `${path}.version`,
        `${what}: version`,
        of(({ version }) => version),
      ),
      row(`${path}.settings`, `${what}: settings stated`, of(settingsText)),
      row(`${path}.environmentNames`, `${what}: environment variables`, of(namesText)),
      ...(oneHost && !environment.same ? [environment] : []),
      ...fileRows(services),
    ];
  });
}

function fileRows(identities: (TargetIdentity | null)[]): ComparedSetting[] {
  const paths = [...new Set(identities.flatMap((one) => one?.files.map(({ path }) => path) ?? []))].sort();
  const rows = paths.map((path) =>
    row(
      `target.files.${path}`,
      path,
      identities.map((one) => one && fileText(one, path, isDeclared(identities, path))),
    ),
  );
  const differing = rows.filter(({ values }) => new Set(values.filter((value) => value !== null)).size > 1);
  const declared = rows.filter(({ label, same }) => same && isDeclared(identities, label));
  return [...differing, ...declared];
}

function surroundingRows(runs: Run[], identities: (TargetIdentity | null)[]): ComparedSetting[] {
  const of = (read: (one: TargetIdentity) => string | null): Values =>
    identities.map((one) => (one === null ? null : read(one)));
  const onlyDifferent = (one: ComparedSetting): ComparedSetting[] => (one.same ? [] : [one]);
  // The key of these sums stays on its host.
  const oneHost = new Set(runs.map(({ spec }) => spec.server?.hostId)).size === 1;
  const keyed = oneHost
    ? [
        row(
          'target.arguments',
          'Target arguments, as HMAC',
          of(({ argvHmac }) => argvHmac),
        ),
        row(
          'target.environment',
          'Target environment, as HMAC',
          of(({ environmentHmac }) => environmentHmac),
        ),
      ]
    : [];
  return [
    ...keyed.flatMap(onlyDifferent),
    row('target.environmentNames', 'Target environment variables', of(namesText)),
    row(
      'target.saysVersion',
      'Target says of its version',
      of(({ version }) => version),
    ),
    row('target.processes', 'Target processes under load', runs.map(processesText)),
    ...[
      row(
        'target.unit',
        'Target unit',
        of(({ unit }) => unit ?? NONE),
      ),
      row(
        'target.container',
        'Target container',
        of(({ container }) => container ?? NONE),
      ),
    ].filter(({ values }) => values.some((value) => value !== null && value !== NONE)),
  ];
}

const NONE = 'none';

/** How many processes there were, in each step that had another number. */
function processesText({ steps }: Run): string | null {
  const counts = steps.flatMap(({ evidence }) => evidence?.server?.processes ?? []);
  return [...new Set(counts)].sort((a, b) => a - b).join(', ') || null;
}

const namesText = ({ environmentNames }: TargetIdentity): string => environmentNames.join(', ') || NONE;

/** Which runs are known, where any is not. */
function unknownRow(runs: Run[]): ComparedSetting[] {
  if (runs.length < 2 || runs.every(targetIsKnown)) return [];
  const values = runs.map((run) => (targetIsKnown(run) ? 'all that it reads is known' : null));
  return [{ group: 'target', path: 'target.files', label: 'Target binary and files', values, same: false }];
}
