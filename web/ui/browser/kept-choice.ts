'use client';

import { useSyncExternalStore } from 'react';

/** A text that outlives the page in the browser's storage, or only the page where storage is forbidden. */
export class KeptText {
  private readonly key: string;
  private readonly storage: () => Storage;
  private readonly listeners = new Set<() => void>();
  private text: string | null | undefined;

  constructor(key: string, storage: () => Storage) {
    this.key = key;
    this.storage = storage;
  }

  readonly read = (): string | null => {
    if (this.text === undefined) {
      try {
        this.text = this.storage().getItem(this.key);
      } catch {
        this.text = null;
      }
    }
    return this.text;
  };

  readonly write = (text: string): void => {
    this.text = text;
    try {
      this.storage().setItem(this.key, text);
    } catch {
      // Forbidden or full: it holds until the page is closed.
    }
    for (const listener of this.listeners) listener();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

const nothing = (): null => null;

export function useKeptText(kept: KeptText): string | null {
  return useSyncExternalStore(kept.subscribe, kept.read, nothing);
}
