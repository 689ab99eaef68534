import type { RouteBodyInput, RouteQueryInput, RouteSpec } from '@stablegate/contract';
import { sessionWatch } from './api';
import { ApiError, errorFromReply, NETWORK_ERROR } from './api-error';
import { requestOf } from './call';

const FILE_NAME = /filename="?([^";]+)"?/;
/** Long after the browser has taken over the file. */
const RELEASE_MS = 60_000;

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_MS);
}

export type DownloadWatch = {
  readonly signal?: AbortSignal;
  /** Received bytes; the total is unknown, since files are written while they are sent. */
  readonly onProgress?: (bytes: number) => void;
};

async function readFile(response: Response, onProgress: DownloadWatch['onProgress']): Promise<Blob> {
  if (onProgress === undefined || response.body === null) return response.blob();
  const chunks: BlobPart[] = [];
  let bytes = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    bytes += part.value.length;
    onProgress(bytes);
  }
  return new Blob(chunks, { type: response.headers.get('content-type') ?? '' });
}

/** Calls a route that returns a file and passes it to the browser, under the server's name. */
export async function download<const R extends RouteSpec>(
  route: R,
  input: { readonly body?: RouteBodyInput<R>; readonly query?: RouteQueryInput<R> },
  otherwiseNamed: string,
  { signal, onProgress }: DownloadWatch = {},
): Promise<void> {
  const [url, init] = requestOf(route, { ...input, ...(signal !== undefined && { signal }) });
  let response: Response;
  let file: Blob;
  try {
    response = await window.fetch(url, { ...init, headers: { ...init.headers, 'x-language': document.documentElement.lang } });
    file = await readFile(response, onProgress);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError({ code: NETWORK_ERROR, message: 'The server did not answer. Please try again.' }, 0, { cause: error });
  }
  if (!response.ok) {
    const reply = await file
      .text()
      .then((text): unknown => JSON.parse(text))
      .catch(() => undefined);
    const failure = errorFromReply(reply, response);
    if (failure.code === 'not_signed_in') sessionWatch.sawNotSignedIn();
    throw failure;
  }
  save(file, FILE_NAME.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? otherwiseNamed);
}
