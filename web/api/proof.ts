type Ask = (detail: string) => Promise<boolean>;

let ask: Ask | null = null;
let asked: Promise<boolean> | null = null;

/** Who asks the person to prove who they are; one for the whole page. Returns how to end that. */
export function answerProofs(by: Ask): () => void {
  ask = by;
  return () => {
    if (ask === by) ask = null;
  };
}

/** Whether the person has proved it. What needs a proof at the same time waits for the same answer. */
export function askForProof(detail: string): Promise<boolean> {
  asked ??= (ask?.(detail) ?? Promise.resolve(false)).finally(() => {
    asked = null;
  });
  return asked;
}
