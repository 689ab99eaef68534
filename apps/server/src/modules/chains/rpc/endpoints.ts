import type { NetworkSettings } from '../../../config-networks';
import { createEndpoint, type Endpoint } from './endpoint';
import type { UsageBook } from './usage-book';

/** Without keys, and unique for two nodes of one host. */
export function nodeNames(urls: readonly string[]): string[] {
  const hosts = urls.map((url) => new URL(url).host);
  return hosts.map((host, index) => {
    const before = hosts.slice(0, index).filter((other) => other === host).length;
    return before === 0 ? host : `${host}#${before + 1}`;
  });
}

/** All nodes of a network. Without a usage book requests are counted in memory only. */
export function createEndpoints(settings: NetworkSettings, book?: UsageBook): Endpoint[] {
  const names = nodeNames(settings.endpoints.map(({ url }) => url));
  return settings.endpoints.map(({ budget, ...node }, index) => {
    const name = names[index] ?? node.url;
    return createEndpoint({
      timeoutMs: settings.requestTimeoutMs,
      ratePerSecond: settings.ratePerSecond,
      rangeMax: settings.rangeMax,
      recipientsMax: settings.recipientsMax,
      ...node,
      name,
      ...(book === undefined ? {} : { meter: book.meterOf(settings.network, name, budget) }),
    });
  });
}
