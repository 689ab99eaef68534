import { CALLBACK_BYTES_MAX, type CallbackSettings, callbackKeyOf, judge, readStamp, signedText, type Verified } from './message';

async function sign(bytes: Uint8Array<ArrayBuffer>, text: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text)));
  return `v1,${btoa(String.fromCharCode(...signature))}`;
}

/** Undefined for a body that is too long to be a callback. */
async function readText(request: Request): Promise<string | undefined> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  let size = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > CALLBACK_BYTES_MAX) {
      await reader?.cancel();
      return undefined;
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

/** `verifyCallback` for runtimes with web standards (edge functions, Deno, Bun, browsers' service workers): Web Crypto, no Node. */
export async function verifyRequest(request: Request, settings: CallbackSettings, now = new Date()): Promise<Verified> {
  const key = callbackKeyOf(settings.secret);
  const stamp = readStamp(Object.fromEntries(request.headers), now);
  if (typeof stamp === 'string') return { ok: false, fault: stamp };
  const body = await readText(request);
  if (body === undefined) return { ok: false, fault: 'bad_body' };
  return judge({ ...stamp, body }, await sign(key, signedText(stamp.id, stamp.timestamp, body)), settings);
}
