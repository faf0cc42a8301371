import { routes } from '../../contract/routes.ts';
import { SIGN_IN_LINK_HOURS } from '../../people/sign-in.ts';
import { AppError } from '../app-error.ts';
import { Gatherer } from '../gather.ts';
import { readReadiness } from '../readiness.ts';
import { type Doors, mount } from './mount.ts';

export function serviceRoutes(doors: Doors): void {
  const { lab, signIn } = doors;

  mount(doors, routes.getHealth, async () => ({ status: 'ok' as const, version: lab.version }));

  // Strangers may ask as often as they like.
  const readiness = new Gatherer(async (asked: null[]) => {
    const found = await readReadiness(lab);
    return asked.map(() => found);
  });
  mount(doors, routes.getReadiness, async ({ reply }) => {
    const { database, files } = await readiness.ask(null);
    const reason = database ? (files?.sentence ?? null) : 'The database does not answer.';
    if (database && !files?.stops) return { status: 'ready' as const, reason };
    reply.code(503);
    return { status: 'not-ready' as const, reason };
  });

  mount(doors, routes.getSession, async ({ caller }) => {
    if (!caller.person) throw new AppError('not-signed-in', 'Sign in first.');
    return caller.person;
  });

  mount(doors, routes.createSignInLink, async () => ({
    url: await signIn.createLink(),
    expiresAtUs: lab.nowUs() + SIGN_IN_LINK_HOURS * 3600 * 1e6,
  }));
}
