/**
 * Calls back `ms` after the next frame was painted: a page that is busy rendering shows a message later than it was raised, and the time to
 * read it starts there. A hidden tab paints nothing, so the message waits for the reader.
 */
export function afterSeen(then: () => void, ms: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The first frame callback runs before the paint, the second after it.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      timer = setTimeout(then, ms);
    });
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
