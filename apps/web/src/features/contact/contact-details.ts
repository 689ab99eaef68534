/** Contact details of the gateway's operator. The server writes the configured address into the page. */
const SUPPORT_EMAIL_DEFAULT = 'support@stablegate.example';

export const supportEmail = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="stablegate-support-email"]')?.content || SUPPORT_EMAIL_DEFAULT;

/** Unassigned numbers: a fresh installation must not send its users to a stranger. */
export const SUPPORT_PHONE = '+84 24 0000 0000';
export const SUPPORT_CHAT = { app: 'Telegram', url: 'https://t.me/+842400000000' } as const;

/** The centre of Hanoi, south of Hoàn Kiếm Lake; the map is drawn around it. */
export const OFFICE = { latitude: 21.0222, longitude: 105.8528 } as const;

const DIRECTIONS_ZOOM = 16;
export const directionsUrl = (): string => {
  const { latitude, longitude } = OFFICE;
  const to = encodeURIComponent(`;${latitude},${longitude}`);
  return `https://www.openstreetmap.org/directions?route=${to}#map=${DIRECTIONS_ZOOM}/${latitude}/${longitude}`;
};
