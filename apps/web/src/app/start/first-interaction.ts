/** Of a person at the page: what they may need next can then be fetched, before they press anything. */
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown'] as const;

export function onFirstInteraction(then: () => void): () => void {
  const stop = () => {
    for (const sign of SIGNS) window.removeEventListener(sign, heard);
  };
  const heard = () => {
    stop();
    then();
  };
  for (const sign of SIGNS) window.addEventListener(sign, heard, { passive: true });
  return stop;
}
