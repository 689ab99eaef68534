import type { View } from './view';
import { adminViews } from './views-admin';
import { guestViews } from './views-guest';
import { linkViews } from './views-links';
import { merchantViews } from './views-merchant';
import { paymentViews } from './views-payment';
import { refundViews } from './views-refunds';

/**
 * Every screen in every state: what `npm run shots` takes, axe checks, and the stored pictures choose from. The payment page comes first: its
 * invoice lasts an hour, and all contact sheets may take longer.
 */
export const views: readonly View[] = [...paymentViews, ...guestViews, ...merchantViews, ...linkViews, ...refundViews, ...adminViews];
