/** Where a merchant's receiving addresses are added. The dashboard's checklist writes it itself: shared, it would load one more script. */
export const addressesHref = (storeId: string): string => `/manage-merchant?${new URLSearchParams({ id: storeId, tab: 'addresses' })}`;
