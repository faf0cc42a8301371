/** Pictures that are painted rather than drawn paint themselves anew, as fine as asked. */
export const repaints = new WeakMap<Element, (density: number) => Promise<HTMLCanvasElement>>();
