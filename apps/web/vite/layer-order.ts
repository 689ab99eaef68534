import type { Plugin } from 'vite';

/** As in the kit's kit.css. */
const ORDER = '@layer base,components,helpers;';

/**
 * Layers rank in the order in which a page first meets them, and a chunk of styles may be linked before the kit's: then the base would win
 * over every component. So each file begins with the order.
 */
export const layerOrder = (): Plugin => ({
  name: 'layer-order',
  enforce: 'post',
  generateBundle: (_options, bundle) => {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
      file.source = ORDER + (typeof file.source === 'string' ? file.source : Buffer.from(file.source).toString());
    }
  },
});
