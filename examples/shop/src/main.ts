import type { AddressInfo } from 'node:net';
import { createClient } from '@stablegate/sdk';
import { readCredentials } from './credentials';
import { createOrders } from './orders';
import { createShop } from './shop';

/** A shop that sells one bag of coffee: `npm run shop`. */
const baseUrl = process.env.STABLEGATE_URL ?? 'http://localhost:8080';
const port = Number.parseInt(process.env.SHOP_PORT ?? '4000', 10);

const credentials = await readCredentials(baseUrl, process.env).catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`The shop needs Stablegate at ${baseUrl}; run npm start first. (${reason})\n`);
  process.exit(1);
});
const stablegate = createClient({ baseUrl, apiKey: credentials.apiKey });
const shop = createShop({ stablegate, credentials, orders: createOrders(), url: () => address() });
const address = () => `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
shop.listen(port, '127.0.0.1', () => process.stdout.write(`The shop is open: ${address()}\n`));
