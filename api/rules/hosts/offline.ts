/**
 * Why a host does nothing now. That nothing was heard of its agent is all that is known: the agent may have ended, or it and
 * this server lost each other for a while.
 */
export const offlineSentence = (name: string, then: 'run' | 'ask'): string =>
  `${name} is offline: its agent has not been heard of lately. Start it there if it is not running, then ${then} again.`;
