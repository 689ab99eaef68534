export const LABEL_CHARS_MAX = 60;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The last part of a link's address. */
export const slugOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';

/** What a merchant pastes into a page; the label is an attribute of it. */
export const snippetOf = (url: string, label: string): string =>
  `<script src="${new URL(url).origin}/embed/v1.js" data-link="${slugOf(url)}" data-label="${escaped(label)}" async></script>`;
