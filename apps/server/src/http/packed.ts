import type { IncomingHttpHeaders } from 'node:http';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { type BrotliCompress, brotliCompress, constants, createBrotliCompress, createGzip, type Gzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);
/** A page of 50 KB takes two milliseconds at this quality; the best would take a hundred, for 10% less. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 17 } };

type Encoding = 'br' | 'gzip';
const pack = (encoding: Encoding, text: string): Promise<Buffer> => (encoding === 'br' ? packBrotli(text, BROTLI) : packGzip(text));

const accepts = (request: FastifyRequest, encoding: string): boolean =>
  String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .some((part) => part.trim().split(';')[0] === encoding && !/;\s*q=0(\.0+)?$/.test(part.trim()));

/** The best encoding the browser accepts. */
function encodingOf(request: FastifyRequest): Encoding | undefined {
  if (accepts(request, 'br')) return 'br';
  return accepts(request, 'gzip') ? 'gzip' : undefined;
}

/** A page in the best encoding the browser accepts. */
export async function sendPacked(request: FastifyRequest, reply: FastifyReply, page: string): Promise<FastifyReply> {
  const encoding = encodingOf(request);
  void reply.header('vary', 'accept-encoding');
  if (encoding === undefined) return reply.send(page);
  return reply.header('content-encoding', encoding).send(await pack(encoding, page));
}

/** Below that a response is one packet anyway. */
const BYTES_MIN = 1_024;
/** Languages times encodings, and the API's description. */
const KEPT_MAX = 100;
const isText = (reply: FastifyReply): boolean => /json|^text\//.test(String(reply.getHeader('content-type') ?? ''));

/**
 * Compresses the API's answers. Streams (exports, the live channel) pass unchanged. Length must tell nothing about a secret (BREACH), so
 * replies that contain one stay as they are, and so does everything that another site's page makes a browser request.
 */
export function createResponseCompressor(isForeign: (headers: IncomingHttpHeaders) => boolean) {
  const kept = new Map<string, Promise<Buffer>>(); // answers with an ETag, the same for many callers
  const packOnce = (key: string, encoding: Encoding, text: string): Promise<Buffer> => {
    const known = kept.get(key) ?? pack(encoding, text);
    kept.delete(key);
    kept.set(key, known);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    return known;
  };

  /** undefined: the answer stays as it is. */
  function packing(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<Buffer> | undefined {
    if (typeof payload !== 'string' || payload.length < BYTES_MIN || request.routeOptions.config.secret === true) return undefined;
    if (!isText(reply) || reply.hasHeader('content-encoding') || isForeign(request.headers)) return undefined;
    void reply.header('vary', 'accept-encoding');
    const encoding = encodingOf(request);
    if (encoding === undefined) return undefined;
    void reply.header('content-encoding', encoding).removeHeader('content-length');
    const etag = reply.getHeader('etag');
    if (typeof etag !== 'string') return pack(encoding, payload);
    // The same content in other bytes has a weak validator (RFC 9110, 8.8.3.3).
    void reply.header('etag', `W/${etag.replace(/^W\//, '')}`);
    return packOnce(`${encoding} ${etag}`, encoding, payload);
  }

  return (
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
    done: (error?: Error | null, payload?: unknown) => void,
  ): void => {
    const packed = packing(request, reply, payload);
    if (packed === undefined) done(null, payload);
    else packed.then((bytes) => done(null, bytes), done);
  };
}

type Packer = BrotliCompress | Gzip;
const createPacker = (encoding: Encoding): Packer => (encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip());

/** The compressed bytes of a fixed prefix, always the same. */
function packBeginning(encoding: Encoding, text: string): Promise<Buffer> {
  const packer = createPacker(encoding);
  const chunks: Buffer[] = [];
  packer.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    packer.on('error', reject);
    packer.write(text);
    packer.flush(() => {
      resolve(Buffer.concat(chunks));
      packer.destroy();
    });
  });
}

/** Sends pages with a common prefix: the prefix is compressed beforehand and sent immediately; the rest follows when it is ready. */
export function createSplitSender() {
  const beginnings = new Map<string, Promise<Buffer>>(); // one per language and encoding
  const beginningOf = (encoding: Encoding, text: string): Promise<Buffer> => {
    const key = encoding + text;
    const known = beginnings.get(key) ?? packBeginning(encoding, text);
    beginnings.set(key, known);
    return known;
  };

  /** `read` returns the rest; it must not fail, since the response has begun. It is called once the prefix is sent. */
  return async (request: FastifyRequest, reply: FastifyReply, beginning: string, read: () => Promise<string>): Promise<FastifyReply> => {
    const encoding = encodingOf(request);
    const out = new PassThrough();
    void reply.header('vary', 'accept-encoding');
    if (encoding === undefined) {
      out.write(beginning);
      setImmediate(() => void read().then((text) => out.end(text)));
      return reply.send(out);
    }
    const packed = await beginningOf(encoding, beginning);
    out.write(packed);
    setImmediate(() => void goOn(out, createPacker(encoding), { beginning, alreadySent: packed.length, read }));
    return reply.header('content-encoding', encoding).send(out);
  };
}

type Rest = { readonly beginning: string; readonly alreadySent: number; read(): Promise<string> };

/** The compressor has to process the prefix too; its output for it has already been sent. */
async function goOn(out: PassThrough, packer: Packer, { beginning, alreadySent, read }: Rest): Promise<void> {
  let toSkip = alreadySent;
  packer.on('data', (chunk: Buffer) => {
    const skipped = Math.min(toSkip, chunk.length);
    toSkip -= skipped;
    if (skipped < chunk.length) out.write(chunk.subarray(skipped));
  });
  packer.on('end', () => out.end());
  packer.on('error', (error) => out.destroy(error));
  const rest = read();
  packer.write(beginning);
  packer.flush();
  packer.end(await rest);
}
