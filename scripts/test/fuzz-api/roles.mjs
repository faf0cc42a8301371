// @ts-check

/** @typedef {import('./world.mjs').Role} Role */

/** What a role may do, the least first: its own, and what those before it may. */
const LADDER = ['viewer', 'operator', 'admin'];
const OPEN = ['public', 'secret'];

/** Whether an operation asks for no credential. @param {string | undefined} access */
export const isOpen = (access) => access !== undefined && OPEN.includes(access);

/** Strangers first, administrators last: what they change, the others have seen before. */
export const ROLES = /** @type {const} */ (['stranger', 'agent', 'viewer', 'operator', 'admin']);

/** @param {Role} role @param {string} access of an operation */
export function mayCall(role, access) {
  if (isOpen(access) || access === role) return true;
  return LADDER.includes(role) && LADDER.slice(0, LADDER.indexOf(role)).includes(access);
}

/** The role that meets an operation first. @param {Role} role @param {string} access */
export const isOwn = (role, access) => access === role || (role === 'stranger' && isOpen(access));

/** An answer to it never ends by itself. */
const ENDLESS = ['streamRunEvents'];
/** It would end what the role is known by. */
const LAST = 'signOut';

/** @param {Role} role @param {any} operation */
export const isSpared = (role, { operationId }) =>
  ENDLESS.includes(operationId) || (operationId === LAST && role !== 'stranger');
