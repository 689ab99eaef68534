/** A translated text with separate values, so that the plain part inserts them as they are and the HTML part escapes them. */
export type Phrase = { readonly template: string; readonly values: MailValues };
export type MailValues = Readonly<Record<string, string>>;

/** The content of a mail; the layout turns it into a text part and an HTML part. */
export type MailContent = {
  readonly subject: Phrase;
  /** The preview line that mail programs show beside the subject. */
  readonly preview: Phrase;
  readonly heading: Phrase;
  readonly intro: Phrase;
  /** A code to type in, in large type. */
  readonly code?: string;
  readonly facts?: readonly { readonly label: Phrase; readonly value: string }[];
  /** Text written by another person, with its line breaks. */
  readonly quote?: string;
  /** `lasts`: how long and how often the link works, of one that ends. The HTML part then shows the plain URL too. */
  readonly button?: { readonly label: Phrase; readonly url: string; readonly lasts?: Phrase };
  readonly closing?: Phrase;
  readonly footer: Phrase;
};

/** What a template may use: texts in the reader's language, times in their format, URLs of our pages. */
export type MailContext = {
  readonly language: string;
  t(key: string, values?: MailValues): Phrase;
  formatTime(iso: string): string;
  page(path: string): string;
};
export type MailTemplate<V extends MailValues> = (context: MailContext, values: V) => MailContent;
