/** Keys have other names there. The server, which draws pages, has no navigator. */
export const IS_MAC = typeof navigator !== 'undefined' && navigator.platform.startsWith('Mac');
