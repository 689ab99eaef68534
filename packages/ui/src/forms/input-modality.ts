/**
 * Whether the keyboard was used last. The browser's own :focus-visible also matches when a menu used with the mouse closes and code returns
 * the focus to its button.
 */
let isKeyboard = false;

if (typeof document !== 'undefined') {
  document.addEventListener('keydown', () => (isKeyboard = true), { capture: true, passive: true });
  document.addEventListener('pointerdown', () => (isKeyboard = false), { capture: true, passive: true });
}

export const isKeyboardInput = (): boolean => isKeyboard;
