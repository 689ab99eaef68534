import type { CardBones } from '../../../lib/lists/card-skeletons';

/** A card for each network. */
export const NETWORK_BONES: CardBones = { cards: [1, 1, 1, 1, 1], className: 'network-cards' };
