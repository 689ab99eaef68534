import { type ComponentType, lazy, useState } from 'react';

type Load = () => Promise<{ default: ComponentType }>;

const come = new Map<Load, ComponentType>();
const late = new Map<Load, ComponentType>();

/** Fetches a part of the app ahead of its use. */
export async function fetchCode(load: Load): Promise<void> {
  come.set(load, (await load()).default);
}

function lateOf(load: Load): ComponentType {
  const known = late.get(load) ?? lazy(load);
  late.set(load, known);
  return known;
}

/**
 * A part of the app with its own code. React's lazy is for what has not come yet: for code that is there it would show its fallback, too, and
 * that for 300 ms at least, in place of what the server rendered or of the page before. With a key, where parts follow each other.
 */
export function Part({ load }: { load: Load }) {
  const [Shown] = useState(() => come.get(load) ?? lateOf(load)); // as long as it is mounted: another one would lose its state
  return <Shown />;
}
