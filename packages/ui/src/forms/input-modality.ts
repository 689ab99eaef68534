/**
 * Whether the keyboard was used last. The browser's own :focus-visible is no help where it counts: when a menu that was used
 * with the mouse closes and code gives its button the focus back, it matches.
 */
let isKeyboard = false;

if (typeof document !== 'undefined') {
  document.addEventListener('keydown', () => (isKeyboard = true), { capture: true, passive: true });
  document.addEventListener('pointerdown', () => (isKeyboard = false), { capture: true, passive: true });
}

export const isKeyboardInput = (): boolean => isKeyboard;
