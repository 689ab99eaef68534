import { useEffect, useState } from 'react';

/** A part of the kit or the app that is fetched when it is first used. */
export type OnDemand<Part> = {
  /** Also in advance, where a use is likely. */
  load: () => Promise<Part>;
  loaded: () => Part | undefined;
};

/** Fetched once for all its users; after a failure the next use tries again. */
export function onDemand<Part>(fetchPart: () => Promise<Part>): OnDemand<Part> {
  let part: Part | undefined;
  let coming: Promise<Part> | undefined;
  const fetched = async () => {
    try {
      part = await fetchPart();
      return part;
    } catch (error) {
      coming = undefined;
      throw error;
    }
  };
  return {
    load: () => {
      coming ??= fetched();
      return coming;
    },
    loaded: () => part,
  };
}

let report: (error: unknown) => void = () => undefined;

/** Says who tells the user that what was asked for could not be fetched. */
export function onPartFailed(tell: (error: unknown) => void): () => void {
  report = tell;
  return () => {
    report = () => undefined;
  };
}

export const reportPartFailed = (error: unknown): void => report(error);

/** The part, once it was wanted and has come; it then stays, so that it can fade out. A failure must take the wish back. */
export function useOnDemand<Part>(source: OnDemand<Part>, isWanted: boolean, onFailed: (error: unknown) => void): Part | undefined {
  const [part, setPart] = useState<Part>();
  const shown = part ?? (isWanted ? source.loaded() : undefined);
  if (shown !== part) setPart(() => shown);
  const isMissing = isWanted && shown === undefined;
  useEffect(() => {
    if (!isMissing) return;
    let isOver = false;
    source.load().then(
      (found) => !isOver && setPart(() => found),
      (error: unknown) => {
        if (!isOver) onFailed(error);
      },
    );
    return () => {
      isOver = true;
    };
  }, [source, isMissing, onFailed]);
  return shown;
}
