import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

/**
 * A replica of BTCPay's checkout, which has about 168 KB gzipped, 86 of it script: a page that is hidden until its script has run and
 * filled it in, a stylesheet, a script, and a file of texts that the script requests. Generated, so that nothing is fetched.
 */
export type StandInFile = { readonly type: string; readonly plain: Buffer; readonly gzipped: Buffer };

const KB = 1_024;
const HTML_BYTES = 8 * KB;
const STYLE_BYTES = 54 * KB;
const SCRIPT_BYTES = 86 * KB;
const TEXT_BYTES = 20 * KB;

/** Identifiers that compress like code: about three to one. */
const word = (seed: string, n: number): string =>
  createHash('sha1')
    .update(`${seed}${n}`)
    .digest('base64url')
    .replace(/[-_\d]/g, 'q')
    .slice(0, 9);

function grow(bytes: number, line: (n: number) => string): string {
  const lines: string[] = [];
  let size = 0;
  for (let n = 0; size < bytes; n += 1) {
    lines.push(line(n));
    if (n % 50 === 0) size = gzipSync(lines.join('\n')).length;
  }
  return lines.join('\n');
}

const style = grow(
  STYLE_BYTES,
  (n) =>
    `.${word('c', n)} .${word('d', n % 200)}{margin:${n % 17}px ${n % 13}px;padding:${n % 11}px;border-radius:${n % 9}px;color:#${word('e', n).slice(0, 3)}}`,
);

/** Functions that are kept and called: the engine has to parse, compile and run them like a framework's. */
const library = grow(
  SCRIPT_BYTES,
  (n) =>
    `const ${word('f', n)}${n}=(a,b)=>{const r={};for(let i=0;i<(a|0)%7;i++){r["${word('k', n)}"+i]=b?b(i):i*${n % 97}}return Object.keys(r).length>${n % 5}?r:{${word('p', n % 300)}:${n}}};kept.push(${word('f', n)}${n});`,
);
const script = `(async()=>{const kept=[];${library}
let made=0;for(const each of kept)made+=Object.keys(each(made,(x)=>x+1)).length;
const texts=await(await fetch('/stand-in/texts.json')).json();
const root=document.getElementById('checkout');
root.innerHTML='<h1>'+texts.title+'</h1><p class="amount">130.5495 USDT</p><p class="address">0x7C4f1bE29a08dD3365c1B9e4F0aA82d67E5130C9</p><p>'+texts.hint+'</p>'+made;
root.hidden=false;})();`;

const texts = JSON.stringify({
  title: 'Pay with USDT',
  hint: 'Send the exact amount to the address above.',
  more: grow(TEXT_BYTES, (n) => `${word('t', n)} ${word('u', n)} ${word('v', n % 500)}`),
});

const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Checkout</title><link rel="stylesheet" href="/stand-in/style.css"></head><body><main id="checkout" hidden></main>
<!--${grow(HTML_BYTES, (n) => `${word('h', n)} ${word('i', n % 100)}`)}-->
<script src="/stand-in/app.js"></script></body></html>`;

const file = (type: string, text: string): StandInFile => ({ type, plain: Buffer.from(text), gzipped: gzipSync(text) });

export const standInFiles: Readonly<Record<string, StandInFile>> = {
  '/stand-in/': file('text/html; charset=utf-8', html),
  '/stand-in/style.css': file('text/css', style),
  '/stand-in/app.js': file('text/javascript', script),
  '/stand-in/texts.json': file('application/json', texts),
};
