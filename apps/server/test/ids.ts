import type { Entity, Id } from '../src/platform/id-types';

/** What a test made up, or read from an answer, as the id that it stands for. */
export const idOf = <T extends Id<Entity>>(text: string): T => text as T;
