import type { CardLayout } from '../../../lib/lists/card-skeletons';

/** A card for each network. */
export const NETWORK_CARDS: CardLayout = { cards: [1, 1, 1, 1, 1], className: 'network-cards' };
