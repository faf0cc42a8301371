import { z } from 'zod';
import { ROLES } from './choices.ts';
import { PASSWORD_CHARACTERS } from './limits.ts';
import { id, shortName, timeUs } from './primitives.ts';

const email = z.email('must be an email address such as ann@example.org').max(200);
const newPassword = z.string().min(PASSWORD_CHARACTERS[0]).max(PASSWORD_CHARACTERS[1]);
const typedPassword = z.string().min(1).max(PASSWORD_CHARACTERS[1]);
/** Opaque: no UUID is promised. */
export const opaqueId = z.string().min(1).max(64);
/** The last part of the link. */
export const linkSecret = z.string().min(1).max(200);

export const passwordSignIn = z
  .strictObject({ email: z.string().trim().min(1).max(200), password: typedPassword })
  .meta({ id: 'PasswordSignIn' });

/** Six digits of an authenticator app, or a backup code. */
const code = z.string().trim().min(1).max(20);
export const codeSignIn = z.strictObject({ code }).meta({ id: 'CodeSignIn' });

export const role = z.enum(ROLES).meta({ id: 'Role' });
export type Role = z.infer<typeof role>;

export const account = z
  .object({
    userId: opaqueId,
    name: z.string(),
    email: z.string(),
    role,
    /** False: the account was made by a link and no password was set yet. */
    hasPassword: z.boolean(),
    /** Signing in with the password asks for a code, too. */
    hasSecondFactor: z.boolean(),
    createdAtUs: timeUs,
  })
  .meta({ id: 'Account', description: 'The account of the person who calls.' });
export type Account = z.infer<typeof account>;

export const changeAccount = z.strictObject({ name: shortName }).meta({ id: 'ChangeAccount' });

export const changePassword = z
  .strictObject({
    /** Null when there is none yet. */
    currentPassword: typedPassword.nullable(),
    newPassword,
  })
  .meta({ id: 'ChangePassword' });

export const identityProof = z
  .strictObject({
    /** Null: proved by a code. */
    password: typedPassword.nullable(),
    /** Of the authenticator app, or a backup code. Null: proved by the password. */
    code: code.nullable(),
  })
  .meta({ id: 'IdentityProof' });
export type IdentityProof = z.infer<typeof identityProof>;

export const startSecondFactor = z
  .strictObject({
    /** The present one. */
    password: typedPassword,
  })
  .meta({ id: 'StartSecondFactor' });
export const newSecondFactor = z
  .object({
    /** `otpauth://totp/...`, as a QR code gives it to an authenticator app. */
    uri: z.string(),
    /** Each signs in once where the app is lost. */
    backupCodes: z.array(z.string()),
  })
  .meta({ id: 'NewSecondFactor', description: 'Shown once. It is asked for from the first right code on.' });
export const secondFactorCode = z
  .strictObject({
    /** Of the authenticator app. */
    code,
  })
  .meta({ id: 'SecondFactorCode' });
export const removeSecondFactor = z
  .strictObject({
    /** The present one. Null: the account has none. */
    password: typedPassword.nullable(),
    /** Of the authenticator app, or a backup code. */
    code,
  })
  .meta({ id: 'RemoveSecondFactor' });

export const renewBackupCodes = z
  .strictObject({
    /** The present one. */
    password: typedPassword,
  })
  .meta({ id: 'RenewBackupCodes' });
export const newBackupCodes = z
  .object({ backupCodes: z.array(z.string()) })
  .meta({ id: 'NewBackupCodes', description: 'Shown once. Each signs in once; those before work no more.' });

export const signedInSession = z
  .object({
    id: opaqueId,
    /** The browser's own name, from its User-Agent header. */
    userAgent: z.string().nullable(),
    address: z.string().nullable(),
    createdAtUs: timeUs,
    /** To about ten minutes. */
    lastUsedAtUs: timeUs,
    expiresAtUs: timeUs,
    /** The one that asks. */
    current: z.boolean(),
  })
  .meta({ id: 'SignedInSession' });
export type SignedInSession = z.infer<typeof signedInSession>;
export const sessionList = z.object({ sessions: z.array(signedInSession) }).meta({ id: 'SessionList' });

export const apiToken = z
  .object({
    id,
    name: z.string(),
    /** The most that it may do; never more than its owner may at the time. */
    role,
    /** Null: preset by whoever runs the instance. */
    ownerName: z.string().nullable(),
    /** It belongs to the caller. */
    own: z.boolean(),
    createdAtUs: timeUs,
    /** To about a minute. */
    lastUsedAtUs: timeUs.nullable(),
    expiresAtUs: timeUs.nullable(),
  })
  .meta({ id: 'ApiToken' });
export type ApiToken = z.infer<typeof apiToken>;
export const apiTokenList = z.object({ tokens: z.array(apiToken) }).meta({ id: 'ApiTokenList' });

export const createApiToken = z
  .strictObject({
    /** What uses it, for the list of tokens. */
    name: shortName,
    /** The most that it may do. */
    role,
    /** Microseconds since the Unix epoch. Absent or null: it does not expire. */
    expiresAtUs: timeUs.nullish(),
  })
  .meta({ id: 'CreateApiToken' });
export type CreateApiToken = z.infer<typeof createApiToken>;
export const newApiToken = z
  .object({
    token: apiToken,
    /** For `Authorization: Bearer`. */
    secret: z.string(),
  })
  .meta({ id: 'NewApiToken', description: 'The secret is shown once; only its hash is kept.' });
export type NewApiToken = z.infer<typeof newApiToken>;

export const person = z
  .object({
    userId: opaqueId,
    name: z.string(),
    email: z.string(),
    role,
    /** Cannot sign in, and their tokens do not work. */
    disabled: z.boolean(),
    hasPassword: z.boolean(),
    /** Signing in with the password asks for a code of an authenticator app, too. */
    hasSecondFactor: z.boolean(),
    createdAtUs: timeUs,
    /** When their latest session was used, to about ten minutes; null without a session. */
    lastUsedAtUs: timeUs.nullable(),
  })
  .meta({ id: 'Person' });
export type Person = z.infer<typeof person>;
export const personList = z.object({ people: z.array(person) }).meta({ id: 'PersonList' });
export const changePerson = z.strictObject({ role }).meta({ id: 'ChangePerson' });

export const inviteState = z.enum(['open', 'accepted', 'expired', 'revoked']).meta({ id: 'InviteState' });
export const invite = z
  .object({
    id,
    email: z.string(),
    role,
    createdByName: z.string(),
    createdAtUs: timeUs,
    expiresAtUs: timeUs,
    state: inviteState,
  })
  .meta({ id: 'Invite' });
export type Invite = z.infer<typeof invite>;
export const inviteList = z.object({ invites: z.array(invite) }).meta({ id: 'InviteList' });
export const createInvite = z.strictObject({ email, role }).meta({ id: 'CreateInvite' });
export type CreateInvite = z.infer<typeof createInvite>;
export const newInvite = z
  .object({ invite, url: z.string() })
  .meta({ id: 'NewInvite', description: 'The link is shown once; only the hash of its secret is kept.' });

export const openInvite = z
  .object({ email: z.string(), role, createdByName: z.string(), expiresAtUs: timeUs })
  .meta({ id: 'OpenInvite', description: 'What the holder of the link is invited to.' });
export const acceptInvite = z
  .strictObject({ secret: linkSecret, name: shortName, password: newPassword })
  .meta({ id: 'AcceptInvite' });
export type AcceptInvite = z.infer<typeof acceptInvite>;

export const session = z
  .object({
    /** Null: the preset token of the instance, which belongs to no person. */
    userId: z.string().nullable(),
    name: z.string(),
    email: z.string().nullable(),
    role,
    /** How the caller proved who it is. */
    via: z.enum(['cookie', 'token']),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof session>;

export const health = z.object({ status: z.literal('ok'), version: z.string() }).meta({ id: 'Health' });

export const readiness = z
  .object({ status: z.enum(['ready', 'not-ready']), reason: z.string().nullable() })
  .meta({ id: 'Readiness' });

export const signInLink = z
  .object({ url: z.string(), expiresAtUs: timeUs })
  .meta({ id: 'SignInLink', description: 'Opens one session, once.' });
