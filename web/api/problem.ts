import type { Problem } from '@contract/primitives';

export type ProblemField = Problem['fields'][number];

/** What the API said went wrong, or that it could not be reached (status 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly requestId: string | null;
  readonly fields: ProblemField[];

  constructor(status: number, problem: Partial<Problem>) {
    const detail = problem.detail || problem.title || `The server answered ${status}.`;
    super(detail);
    this.name = 'ApiError';
    this.status = status;
    this.code = problem.code ?? 'unknown';
    this.detail = detail;
    this.requestId = problem.requestId ?? null;
    this.fields = problem.fields ?? [];
  }
}

/** What the server answers that it knows to have changed nothing. */
const NOTHING_DONE = ['database-busy', 'database-unwritable', 'no-program'];

/** Whether it was done is not known: the answer was lost on its way, or the server failed at it. */
export const isUnconfirmed = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status < 400 || (error.status >= 500 && !NOTHING_DONE.includes(error.code));

export function unreachable(): ApiError {
  return new ApiError(0, {
    code: 'unreachable',
    detail:
      'The millionrps server does not answer. Check that `npm start` is still running; nothing you typed is lost.',
  });
}

export async function problemOf(response: Response): Promise<ApiError> {
  const requestId = response.headers.get('x-request-id') ?? undefined;
  try {
    const body = (await response.json()) as Partial<Problem>;
    return new ApiError(response.status, { requestId, ...body });
  } catch {
    return new ApiError(response.status, {
      requestId,
      detail: `The server answered ${response.status} without saying why.`,
    });
  }
}
