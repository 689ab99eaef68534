/** Where the receiving addresses of a merchant are added and changed. */
export const addressesHref = (storeId: string): string => `/manage-merchant?${new URLSearchParams({ id: storeId, tab: 'addresses' })}`;
