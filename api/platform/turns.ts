/** Work under one name is done one after another, in the order in which it was asked for; under other names beside it. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.last.get(name) ?? Promise.resolve()).then(work);
    const ended = mine
      .catch(() => {})
      .then(() => {
        if (this.last.get(name) === ended) this.last.delete(name);
      });
    this.last.set(name, ended);
    return mine;
  }
}
