/** The whole body as text; undefined when it is longer than `bytesMax`: leaving the loop closes the connection. */
export async function readBounded(body: AsyncIterable<Uint8Array> | null | undefined, bytesMax: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
