/** A translated text with its values still apart, so that the plain part fills them in as they are and the HTML part escapes them. */
export type Phrase = { readonly template: string; readonly values: MailValues };
export type MailValues = Readonly<Record<string, string>>;

/** What every mail is made of; the layout turns it into a text part and an HTML part. */
export type MailContent = {
  readonly subject: Phrase;
  /** The line that mail programs show beside the subject. */
  readonly preview: Phrase;
  readonly heading: Phrase;
  readonly intro: Phrase;
  /** A code to type in, set large. */
  readonly code?: string;
  readonly facts?: readonly { readonly label: Phrase; readonly value: string }[];
  /** Somebody else's words, lines kept. */
  readonly quote?: string;
  /** `note` stands under it, before the address in plain; without a note the address is not repeated. */
  readonly button?: { readonly label: Phrase; readonly url: string; readonly note?: Phrase };
  readonly closing?: Phrase;
  readonly footer: Phrase;
};

/** What a template may use: texts in the reader's language, times as he writes them, addresses of our pages. */
export type MailContext = {
  readonly language: string;
  t(key: string, values?: MailValues): Phrase;
  formatTime(iso: string): string;
  page(path: string): string;
};
export type MailTemplate<V extends MailValues> = (context: MailContext, values: V) => MailContent;
