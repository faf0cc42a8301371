const MAX_RUN_NAME = 120;

/** 'question · configuration · round n'; a long question is cut, so that the rest is always told. */
export function runNameOf(question: string, configuration: string, round: number): string {
  const rest = ` · ${configuration} · round ${round + 1}`;
  const room = MAX_RUN_NAME - rest.length;
  return `${question.length > room ? `${question.slice(0, room - 1).trimEnd()}…` : question}${rest}`;
}
