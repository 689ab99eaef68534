// Makes a formatter of each kind in the language it is named after, so that making them costs the page nothing (early.ts).

const language = self.name;
new Intl.NumberFormat(language).format(0);
new Intl.DateTimeFormat(language, { timeZone: 'UTC' }).format(0);
new Intl.RelativeTimeFormat(language).format(0, 'day');
self.close();

export {};
