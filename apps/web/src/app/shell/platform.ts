/** Keys have other names there. The server, which renders pages, has no navigator. */
export const IS_MAC = typeof navigator !== 'undefined' && navigator.platform.startsWith('Mac');
