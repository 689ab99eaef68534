/** Shops have styles of their own, which must not reach in here; they change the button by ::part(button). */
export const BUTTON_STYLE = `
:host { display: inline-block; }
button { box-sizing: border-box; min-height: 44px; padding: 10px 20px; border: 0; border-radius: 8px; background: #035967; color: #fff;
  font: 500 16px/1.5 system-ui, sans-serif; cursor: pointer; }
button:hover { background: #044550; }
button:focus-visible { outline: 2px solid #035967; outline-offset: 2px; }
@media (forced-colors: active) { button { border: 1px solid; } }`;

export const DIALOG_STYLE = `
dialog { position: fixed; inset: 0; box-sizing: border-box; width: min(480px, 100vw - 32px); max-width: none; max-height: calc(100dvh - 32px);
  margin: auto; padding: 0; border: 0; border-radius: 12px; overflow: auto; background: Canvas; color: CanvasText; color-scheme: light dark;
  box-shadow: 0 16px 48px rgb(0 0 0 / .3); }
dialog::backdrop { background: rgb(0 0 0 / .5); }
header { position: sticky; inset-block-start: 0; display: flex; align-items: center; justify-content: space-between; gap: 8px;
  padding-inline-start: 16px; background: Canvas; font: 500 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
button { flex: none; width: 44px; height: 44px; border: 0; background: none; color: inherit; font: 24px/1 system-ui, sans-serif;
  cursor: pointer; }
button:focus-visible, a:focus-visible { outline: 2px solid; outline-offset: 2px; }
a { display: block; padding: 24px; color: inherit; font: 16px/1.5 system-ui, sans-serif; }

iframe { display: block; width: 100%; height: min(640px, 100dvh - 120px); border: 0; }
a[hidden], iframe[hidden] { display: none; }
@media (max-width: 520px) {
  dialog { width: 100vw; height: 100dvh; max-height: none; border-radius: 0; }
}`;

/** A style sheet that is no element: the shop's content policy needs no exception for it. */
export function styled(host: HTMLElement, style: string): ShadowRoot {
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  root.adoptedStyleSheets = [sheet];
  return root;
}
