import type { RouteBodyInput, RouteQueryInput, RouteSpec } from '@stablegate/contract';
import { sessionWatch } from './api';
import { ApiError, errorFromReply, NETWORK_ERROR } from './api-error';
import { requestOf } from './call';

const FILE_NAME = /filename="?([^";]+)"?/;
/** Long after the browser has taken the file over. */
const RELEASE_MS = 60_000;

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_MS);
}

/** Calls a route that answers a file and hands the file to the browser, under the name the server gave it. */
export async function download<const R extends RouteSpec>(
  route: R,
  input: { readonly body?: RouteBodyInput<R>; readonly query?: RouteQueryInput<R> },
  otherwiseNamed: string,
): Promise<void> {
  const [url, init] = requestOf(route, input);
  let response: Response;
  let file: Blob;
  try {
    response = await window.fetch(url, init);
    file = await response.blob();
  } catch (error) {
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
