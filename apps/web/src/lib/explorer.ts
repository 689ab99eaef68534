/** Fills in the server's template of a link to a block explorer: {hash}, {bare_hash} without 0x, {address}. */
export const explorerUrl = (template: string, id: string): string =>
  template.replace('{bare_hash}', id.replace(/^0x/, '')).replace(/\{(?:hash|address)\}/, id);
