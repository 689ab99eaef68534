import { directionOf } from '@stablegate/rules';
import type { MailContent, MailContext, Phrase } from './mail-content';

export type RenderedMail = { readonly subject: string; readonly text: string; readonly html: string };

/** Values of the design tokens as plain colours, since mail programs do not support custom properties: [light, dark]. */
const COLOUR = {
  canvas: ['#f5f7f8', '#0a0e0f'],
  card: ['#ffffff', '#0f1416'],
  line: ['#dce0e2', '#242b2e'],
  text: ['#151a1c', '#eef1f2'],
  muted: ['#535b5f', '#a4acb0'],
  subtle: ['#646d70', '#a4acb0'],
  accent: ['#035967', '#61bbce'],
  onAccent: ['#ffffff', '#062127'],
} as const;
const [SANS, MONO] = ["-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif", 'ui-monospace,Menlo,Consolas,monospace'];
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0"';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

const fill = ({ template, values }: Phrase, show: (value: string) => string): string =>
  template.replace(/\{\{(\w+)\}\}/g, (match, name: string) => (values[name] === undefined ? match : show(values[name])));
export const plain = (phrase: Phrase): string => fill(phrase, (value) => value);
/** Text and values are escaped separately, so neither a translator nor a username can inject a tag. Values are emphasised. */
const rich = (phrase: Phrase): string =>
  fill(
    { ...phrase, template: escapeHtml(phrase.template) },
    (value) => `<span class="tx" style="color:${COLOUR.text[0]}">${escapeHtml(value)}</span>`,
  );
const quiet = (phrase: Phrase): string => escapeHtml(plain(phrase));

const font = (size: string, weight = 400, family: string = SANS) => `font:${weight} ${size} ${family}`;

const DARK = [
  `.bg{background:${COLOUR.canvas[1]}!important}`,
  `.cd{background:${COLOUR.card[1]}!important;border-color:${COLOUR.line[1]}!important}`,
  `.ln{border-color:${COLOUR.line[1]}!important}`,
  `.tx{color:${COLOUR.text[1]}!important}`,
  `.mu{color:${COLOUR.muted[1]}!important}`,
  `.lk{color:${COLOUR.accent[1]}!important}`,
  `.bt{background:${COLOUR.accent[1]}!important;color:${COLOUR.onAccent[1]}!important}`,
].join('');
const STYLE = `@media (prefers-color-scheme:dark){${DARK}}@media (max-width:600px){.pd{padding:24px 20px!important}}`;

function codeBlock(code: string): string {
  return `<p class="tx" dir="ltr" style="margin:0;${font('32px/40px', 500, MONO)};letter-spacing:6px;color:${COLOUR.text[0]}">${escapeHtml(code)}</p>`;
}

/** An address of 42 characters fits beside its label in one line; at 14 px its last one would stand alone below. */
const valueFont = (value: string): string =>
  /\S{32}/.test(value) ? `${font('12px/20px', 400, MONO)};letter-spacing:-.2px` : font('14px/20px');

function factRows(facts: NonNullable<MailContent['facts']>): string {
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><td class="mu" valign="top" style="padding:4px 16px 4px 0;${font('13px/20px')};color:${COLOUR.muted[0]};white-space:nowrap">${quiet(label)}</td>` +
      `<td class="tx" style="padding:4px 0;${valueFont(value)};color:${COLOUR.text[0]};word-break:break-word">${escapeHtml(value)}</td></tr>`,
  );
  return `<table ${TABLE} style="margin:0 0 24px">${rows.join('')}</table>`;
}

function quoteBlock(quote: string): string {
  const lines = escapeHtml(quote).replace(/\r?\n/g, '<br>');
  return `<p class="tx ln" style="margin:0;padding:0 16px;border-inline-start:2px solid ${COLOUR.line[0]};${font('15px/24px')};color:${COLOUR.text[0]};word-break:break-word">${lines}</p>`;
}

function buttonBlock({ t }: MailContext, { label, url, lasts }: NonNullable<MailContent['button']>): string {
  const href = escapeHtml(url);
  const button =
    `<table ${TABLE}><tr><td class="bt" bgcolor="${COLOUR.accent[0]}" style="border-radius:6px;background:${COLOUR.accent[0]}">` +
    `<a class="bt" href="${href}" style="display:inline-block;padding:12px 20px;${font('15px/20px', 500)};color:${COLOUR.onAccent[0]};text-decoration:none;border-radius:6px">${quiet(label)}</a></td></tr></table>`;
  if (lasts === undefined) return button;
  const note = (phrase: Phrase, above: number) =>
    `<p class="mu" style="margin:${above}px 0 0;${font('13px/20px')};color:${COLOUR.muted[0]}">${rich(phrase)}</p>`;
  return (
    `${button}${note(lasts, 24)}${note(t('If the button does nothing, copy this address into your browser:'), 4)}` +
    `<p dir="ltr" style="margin:6px 0 0;${font('12px/18px', 400, MONO)};word-break:break-all"><a class="lk" href="${href}" style="color:${COLOUR.accent[0]}">${href}</a></p>`
  );
}

function closingBlock(closing: Phrase): string {
  return (
    `<table ${TABLE} width="100%" style="margin-top:24px"><tr><td class="ln mu" style="border-top:1px solid ${COLOUR.line[0]};` +
    `padding-top:16px;${font('13px/20px')};color:${COLOUR.muted[0]}">${rich(closing)}</td></tr></table>`
  );
}

function card(context: MailContext, content: MailContent): string {
  return [
    `<h1 class="tx" style="margin:0 0 8px;${font('20px/28px', 500)};color:${COLOUR.text[0]};letter-spacing:-.3px">${quiet(content.heading)}</h1>`,
    `<p class="mu" style="margin:0 0 24px;${font('15px/24px')};color:${COLOUR.muted[0]}">${rich(content.intro)}</p>`,
    content.code === undefined ? '' : codeBlock(content.code),
    content.facts === undefined ? '' : factRows(content.facts),
    content.quote === undefined ? '' : quoteBlock(content.quote),
    content.button === undefined ? '' : buttonBlock(context, content.button),
    content.closing === undefined ? '' : closingBlock(content.closing),
  ].join('\n');
}

/** A 520 px table with inline styles, which mail programs render alike, Outlook included. */
function renderHtml(context: MailContext, content: MailContent): string {
  const direction = directionOf(context.language);
  const logo = escapeHtml(context.page('/brand/mark-64.png'));
  return `<!doctype html>
<html lang="${escapeHtml(context.language)}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${quiet(content.subject)}</title>
<style>${STYLE}</style></head>
<body class="bg" style="margin:0;background:${COLOUR.canvas[0]}"><div style="display:none;max-height:0;overflow:hidden">${quiet(content.preview)}</div>
<table ${TABLE} width="100%" class="bg" dir="${direction}" style="background:${COLOUR.canvas[0]}"><tr><td align="center" style="padding:40px 16px">
<table ${TABLE} width="520" style="max-width:520px;width:100%;text-align:start"><tr><td style="padding:0 4px 20px"><table ${TABLE}><tr><td><img src="${logo}" width="24" height="24" alt="" style="display:block"></td><td width="9"></td><td class="tx" style="${font('16px/24px', 600)};color:${COLOUR.text[0]};letter-spacing:-.2px">Stablegate</td></tr></table></td></tr>
<tr><td class="cd pd" style="background:${COLOUR.card[0]};border:1px solid ${COLOUR.line[0]};border-radius:10px;padding:32px">
${card(context, content)}</td></tr>
<tr><td class="mu" style="padding:20px 4px 0;${font('12px/18px')};color:${COLOUR.subtle[0]}">${quiet(content.footer)}</td></tr></table></td></tr></table></body></html>
`;
}

function renderText(content: MailContent): string {
  const blocks = [
    plain(content.heading),
    plain(content.intro),
    content.code,
    content.facts?.map(({ label, value }) => `${plain(label)}: ${value}`).join('\n'),
    content.quote?.replace(/^/gm, '> '),
    content.button && `${plain(content.button.label)}:\n${content.button.url}`,
    content.button?.lasts && plain(content.button.lasts),
    content.closing && plain(content.closing),
    `-- \n${plain(content.footer)}`,
  ];
  return `${blocks.filter((block) => block !== undefined).join('\n\n')}\n`;
}

export function renderMail(context: MailContext, content: MailContent): RenderedMail {
  return {
    // A line break in a subject would start another header; nodemailer folds it too, this keeps it readable.
    subject: plain(content.subject).replace(/\s+/g, ' '),
    text: renderText(content),
    html: renderHtml(context, content),
  };
}
