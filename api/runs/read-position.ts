import { AppError } from '../platform/app-error.ts';
import { type RunOrder, type RunPosition, readCursor } from '../rules/run/run-cursor.ts';

/** The position of a list's cursor; refuses cursors that the list did not give out. */
export function positionOf(order: RunOrder, cursor: string): RunPosition {
  const position = readCursor(order, cursor);
  if (typeof position === 'string') {
    throw new AppError('invalid-input', position, [{ path: 'cursor', message: 'cannot be used here' }]);
  }
  return position;
}
