// In a page that the server has rendered, before its first paint. Written into it: the content policy names it by its hash.

{
  const page = document.documentElement;
  // The language is remembered here, and the server knows it only by a cookie: what was rendered in another one is not shown, and neither
  // is an open sidebar where it is kept closed.
  let language = 'en';
  let isRail = false;
  try {
    language = localStorage.getItem('language') ?? language;
    isRail = localStorage.getItem('sidebar') === 'rail' && location.pathname !== '/login' && innerWidth > 768;
  } catch {
    // Storage is refused: nothing is remembered.
  }
  page.dataset.ssr = language === page.lang && !isRail ? 'as-is' : 'otherwise';
  // What is pressed before the page is hydrated counts then (src/lib/session/event-replay.ts). Sent by the browser itself, a form would leave it.
  globalThis.earlyEvents = [];
  const keep = (event) => {
    if (!('ssr' in page.dataset)) return;
    if (event.type === 'submit') event.preventDefault();
    else if (event.target.closest('button')?.type !== 'button') return;
    globalThis.earlyEvents.push(event);
  };
  for (const type of ['pointerdown', 'click', 'submit']) document.addEventListener(type, keep);
}
