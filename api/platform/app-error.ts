/** A failure that the caller caused or can act on. Mapped to HTTP once, in routes/problem.ts. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: { path: string; message: string }[];

  constructor(code: ErrorCode, message: string, fields: { path: string; message: string }[] = []) {
    super(message);
    this.code = code;
    this.fields = fields;
  }
}

/** Who waits may try again. */
export class TryAgainLater extends AppError {
  readonly seconds: number;

  constructor(code: ErrorCode, message: string, seconds: number) {
    super(code, message);
    this.seconds = seconds;
  }
}

export class TooManyAttempts extends TryAgainLater {
  constructor(whose: string, seconds: number) {
    super('too-many-attempts', `Too many attempts ${whose}; try again in ${seconds} s.`, seconds);
  }
}

export const ERROR_STATUS = {
  'invalid-input': 422,
  'not-signed-in': 401,
  'wrong-credentials': 401,
  'second-factor-needed': 401,
  forbidden: 403,
  'proof-needed': 403,
  'not-found': 404,
  'run-deleted': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'host-offline': 409,
  'host-busy': 409,
  'host-dirty': 409,
  'host-cordoned': 409,
  'host-draining': 409,
  'too-few-hosts': 409,
  'too-slow': 408,
  'too-large': 413,
  'wrong-media-type': 415,
  'too-many-attempts': 429,
  'too-many-questions': 429,
  'too-many-requests': 429,
  refused: 422,
  'hash-mismatch': 422,
  'unusable-report': 422,
  'credential-in-use': 409,
  'unknown-incarnation': 410,
  'share-gone': 410,
  'join-token-invalid': 403,
  'no-program': 503,
  'no-answer': 504,
  'no-room': 507,
  'not-stored': 507,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;
