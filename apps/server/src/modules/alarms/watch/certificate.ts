import { connect } from 'node:tls';
import { Gauge } from 'prom-client';
import type { Metrics } from '../../../platform/metrics';

const CONNECT_MS_MAX = 5_000;
const LOOK_EVERY_MS = 10 * 60_000;

/** When the certificate at this address ends; an expired or foreign one is read too. Undefined: nobody answers. */
export const readExpiry = ({ hostname, port }: URL): Promise<Date | undefined> =>
  new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({ host, port: port === '' ? 443 : Number.parseInt(port, 10), servername: host, rejectUnauthorized: false });
    const end = (found: Date | undefined) => {
      socket.destroy();
      resolve(found);
    };
    socket.setTimeout(CONNECT_MS_MAX, () => end(undefined));
    socket.once('error', () => end(undefined));
    socket.once('secureConnect', () => {
      const { valid_to: until } = socket.getPeerCertificate();
      end(until === undefined ? undefined : new Date(until));
    });
  });

/** The certificate of PUBLIC_URL, as a browser gets it: the proxy's. Read at most every ten minutes, by workers. */
export function createCertificateWatch(publicUrl: string, metrics: Metrics): () => Promise<Date | undefined> {
  const url = new URL(publicUrl);
  let last: { readonly at: number; readonly until: Date | undefined } | undefined;
  new Gauge({
    name: 'stablegate_certificate_expires_seconds',
    help: 'When the certificate of PUBLIC_URL ends, in Unix time; absent in processes that do not look.',
    registers: [metrics.registry],
    collect() {
      this.remove();
      if (last?.until !== undefined) this.set(last.until.getTime() / 1000);
    },
  });
  return async () => {
    if (url.protocol !== 'https:') return undefined;
    if (last === undefined || performance.now() - last.at > LOOK_EVERY_MS) last = { at: performance.now(), until: await readExpiry(url) };
    return last.until;
  };
}
