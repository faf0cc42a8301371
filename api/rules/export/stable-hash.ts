import { sha256Hex } from '../words/sha256.ts';
import { stableJson } from './stable-json.ts';

/** SHA-256 of its JSON with the keys of every object in one order: the same of what is the same, however it was stored. */
export const stableHash = (value: unknown): string => sha256Hex(new TextEncoder().encode(stableJson(value)));
