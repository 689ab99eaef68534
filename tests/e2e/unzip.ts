import { inflateRawSync } from 'node:zlib';

const CENTRAL = 0x02014b50;
const STORED = 0;

/** One file of a zip archive, found by its directory; an .xlsx is one. */
export function unzip(archive: Buffer, wanted: string): string {
  for (let at = archive.indexOf(Buffer.from('PK\x01\x02', 'latin1')); at >= 0 && archive.readUInt32LE(at) === CENTRAL; ) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    if (name === wanted) {
      const local = archive.readUInt32LE(at + 42);
      const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
      const data = archive.subarray(start, start + archive.readUInt32LE(at + 20));
      return (archive.readUInt16LE(at + 10) === STORED ? data : inflateRawSync(data)).toString('utf8');
    }
    at += 46 + nameLength + extraLength + commentLength;
  }
  throw new Error(`no ${wanted} in the archive`);
}
