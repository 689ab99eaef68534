/**
 * What a payment page may reach where wallet apps are offered: the relay, and the frame in which WalletConnect attests our address, which
 * wallets show as "verified". Its usage reports stay blocked.
 */
const RELAY = 'wss://relay.walletconnect.org';
const ATTESTATION = 'https://verify.walletconnect.org';

export const allowWalletConnect = (policy: string): string =>
  `${policy.replace("connect-src 'self'", `connect-src 'self' ${RELAY}`)};frame-src ${ATTESTATION}`;
