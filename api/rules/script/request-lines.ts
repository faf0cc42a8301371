import type { Run } from '../../contract/run.ts';
import { called, type Named, secretVariable } from '../requests/shell-variables.ts';
import { listed } from '../words/text.ts';
import { shellWord } from './shell.ts';

/** What a script is given beside itself: secrets, files that are sent, and certificates. None of it stands in the script. */
export interface Given {
  variable: string;
  /** What it is, after 'set X to'. */
  what: string;
  /** Its value where none is given; null: it has to be given. */
  preset: string | null;
  /** Its value is secret: it comes from the environment, and never stands in a command line. */
  secret: boolean;
}

type Body = { sha256: string; sizeBytes: number; fileName: string };

const requestsOf = ({ spec }: Run) => (spec.specVersion === 0 ? [] : spec.requests);

/** Secrets that the requests of a run take, in the order in which tools number them. */
export const secretsOf = (run: Run): string[] => [
  ...new Set(
    requestsOf(run)
      .flatMap(({ headers }) => headers)
      .flatMap(({ secret }) => secret ?? []),
  ),
];

const bodiesOf = (run: Run): Body[] => requestsOf(run).flatMap(({ body }) => (body?.kind === 'file' ? [body] : []));

/** Stands in files of tools where the folder of the script is to stand. */
export const WORK_FOLDER = 'work-folder-left-out';

/** The variables of a script, over all its configurations. */
export class GivenToScript {
  private readonly secrets: Named<string>[];
  private readonly bodies: Named<Body>[];
  private readonly authorities: Named<string>[];

  constructor(runs: Run[], authorities: string[]) {
    this.secrets = called([...new Set(runs.flatMap(secretsOf))], secretVariable);
    const bodies = new Map(runs.flatMap(bodiesOf).map((body) => [body.sha256, body]));
    this.bodies = called([...bodies.values()], () => 'BODY');
    this.authorities = called([...new Set(authorities)], () => 'CERTIFICATE_AUTHORITIES');
  }

  /** What a client of a run needs; `apart`: the target is on another host. */
  neededBy(run: Run, authorities: string[], apart: boolean): Given[] {
    const secrets = this.secrets.filter(({ of }) => secretsOf(run).includes(of));
    const hashes = bodiesOf(run).map(({ sha256 }) => sha256);
    const bodies = this.bodies.filter(({ of }) => hashes.includes(of.sha256));
    return [
      ...secrets.map(({ of, variable }) => ({
        variable,
        what: `the secret ${of}, which its requests take, in the environment`,
        preset: null,
        secret: true,
      })),
      ...bodies.map(({ of, variable }) => ({
        variable,
        what: `the path of ${of.fileName}, which its requests send (${of.sizeBytes} bytes, SHA-256 ${of.sha256})`,
        preset: null,
        secret: false,
      })),
      ...this.authorities
        .filter(({ of }) => authorities.includes(of))
        .map(({ of, variable }) => ({
          variable,
          what: 'the file of the authorities that vouch for the target, in PEM',
          preset: of,
          secret: false,
        })),
      ...(apart && trustsTarget(run) ? [TRUSTED] : []),
    ];
  }

  authoritiesWord(path: string): string {
    return `"$${this.authorities.find(({ of }) => of === path)?.variable}"`;
  }

  /** Before the load of a client: where its tool finds all this. */
  lines(run: Run, apart: boolean): string[] {
    const variables = secretsOf(run).map((name) => this.secrets.find(({ of }) => of === name)?.variable ?? '');
    const bodies = bodiesOf(run).map(({ sha256, fileName }) => {
      const variable = this.bodies.find(({ of }) => of.sha256 === sha256)?.variable;
      return `place_body ${sha256} "$${variable}" ${shellWord(fileName)}`;
    });
    return [
      // Another configuration may have had some.
      ...(this.secrets.length > 0 ? [`SECRETS=(${variables.join(' ')})`] : []),
      ...new Set(bodies),
      ...(apart && trustsTarget(run) ? [`place "$WORK/target.pem" <"$${TRUSTED.variable}"`] : []),
    ];
  }
}

/** The reference server makes a certificate at each start, which its clients trust alone. */
export const trustsTarget = ({ spec }: Run): boolean =>
  spec.specVersion !== 0 && spec.target.kind === 'reference' && spec.load.tls?.verify === 'host';

const TRUSTED: Given = {
  variable: 'TARGET_CERTIFICATE',
  what: 'the file with the certificate that the target made for itself, which the script on its host names',
  preset: null,
  secret: false,
};

/** A tool's file, with the bodies that it names below the script's own folder. */
export function withOwnBodies(text: string, run: Run): string {
  const own = new Set(bodiesOf(run).map(({ sha256 }) => sha256));
  return text.replace(/(["@])\/[^"@\n]*\/body-([0-9a-f]{64})\b/g, (whole, before: string, sha256: string) =>
    own.has(sha256) ? `${before}${WORK_FOLDER}/body-${sha256}` : whole,
  );
}

/** How variables are set, as the usage tells it. */
export const secretUsage = (given: Given[]): string[] => {
  const names = [...new Set(given.filter(({ secret }) => secret).map(({ variable }) => variable))];
  if (names.length === 0) return [];
  return [
    `Set ${listed(names)} in the environment first, and not on a command line, which others on the host see: read -rs ${names[0]}; export ${names[0]}`,
  ];
};

export const REQUEST_LIBRARY = `place_body() { # SHA256 FILE NAME: has to be the file that was sent
  same_file refuse "$1" "$2"
  place "$WORK/body-$1" <"$2"
}

take_certificate() { # what the target has just made for itself, out of what it printed
  local pem
  pem=$(sed -n 's/^{.*"certificate":"\\([^"]*\\)".*/\\1/p' "$OUT/$TURN-target.log" | sed -e 's/\\\\n/\\n/g' -e 's/\\n$//')
  [ -n "$pem" ] || fail "the target printed no certificate; see $RESULTS/$TURN-target.log"
  printf '%s\\n' "$pem" | tee -- "$OUT/$TURN-target.pem" | place "$WORK/target.pem"
}`;
