import { formatMicros } from '@stablegate/rules';
import { createZoneClock, type ZoneClock } from '../../../platform/export/zone-clock';
import type { MonthSums } from './statement.domain';
import { REFUNDED, type StatementRow } from './statement-rows';

export const OFX_MEDIA_TYPE = 'application/x-ofx';

export type OfxStatement = {
  /** Programs recognise the account by it. */
  readonly accountId: string;
  readonly language: string;
  readonly from: Date;
  readonly to: Date;
  readonly timeZone: string;
  readonly sums: MonthSums;
  readonly rows: AsyncIterable<readonly StatementRow[]>;
  readonly t: (key: string) => string;
  /** Of the one line that is no entry of the ledger. */
  readonly otherId: string;
};

/** OFX 2.1.1: TRNTYPE of each reason. */
const TYPES = { usdt: 'DEP', bank: 'DEP', fee: 'FEE', refund: 'CREDIT', adjust: 'OTHER', other: 'FEE' } as const;
/** Lengths of the OFX specification: account 22, name 32, reference 32, memo 255, text of the bank 360. */
const ACCOUNT_MAX = 22;
const NAME_MAX = 32;
const REFERENCE_MAX = 32;
const MEMO_MAX = 255;
const FIGURES_MAX = 360;
/** ASCII: some programs read no other letters, so an English statement has none. */
const SEPARATOR = ', ';
/** ISO 639-2, as LANGUAGE wants it. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ar: 'ARA',
  de: 'DEU',
  en: 'ENG',
  es: 'SPA',
  fr: 'FRA',
  id: 'IND',
  ja: 'JPN',
  ko: 'KOR',
  pt: 'POR',
  ru: 'RUS',
  th: 'THA',
  vi: 'VIE',
  zh: 'ZHO',
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 allows none of them
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const escaped = (text: string): string =>
  Buffer.from(text).toString().replace(NOT_XML, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const tag = (name: string, text: string): string => `<${name}>${escaped(text)}</${name}>`;
const cut = (text: string, max: number): string => [...text].slice(0, max).join('');

/** 20261001000000.000[+7], with the offset of the business time zone. */
function ofxTime(at: Date, clock: ZoneClock): string {
  const [, day = '', time = '', sign = '+', hours = '0', minutes = '0'] = /^(.{10})T(.{12})([+-])(\d\d):(\d\d)$/.exec(clock.iso(at)) ?? [];
  const offset = Number.parseInt(hours, 10) + Number.parseInt(minutes, 10) / 60;
  return `${day.replaceAll('-', '')}${time.replaceAll(':', '')}[${sign}${offset}]`;
}

function transaction(row: StatementRow, { t, otherId }: OfxStatement, clock: ZoneClock): string {
  const { kind, at, text, amountMicros, entryId, reference, transactionId, requestId } = row;
  if (kind === 'opening' || kind === 'closing' || kind === 'refunded' || amountMicros === undefined) return '';
  const memo = [reference, transactionId, requestId].filter((part) => part !== undefined).join(SEPARATOR);
  return [
    '<STMTTRN>',
    tag('TRNTYPE', TYPES[kind]),
    tag('DTPOSTED', ofxTime(at, clock)),
    tag('TRNAMT', formatMicros(amountMicros)),
    tag('FITID', entryId ?? otherId),
    ...(reference === undefined ? [] : [tag('REFNUM', cut(reference, REFERENCE_MAX))]),
    tag('NAME', cut(t(text), NAME_MAX)),
    ...(memo === '' ? [] : [tag('MEMO', cut(memo, MEMO_MAX))]),
    '</STMTTRN>\n',
  ].join('');
}

/**
 * The statement for accounting programs. FITID is the entry of the ledger: a file imported twice adds nothing. All six decimals are kept;
 * nothing tells when the file was made, so that it is the same every time.
 */
export async function* writeOfx(statement: OfxStatement): AsyncGenerator<string> {
  const { accountId, language, from, to, timeZone, sums, rows, t } = statement;
  const clock = createZoneClock(timeZone);
  const until = ofxTime(to, clock);
  yield [
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n',
    '<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n',
    '<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>',
    tag('DTSERVER', until),
    tag('LANGUAGE', LANGUAGES[language.slice(0, 2)] ?? 'ENG'),
    '<FI><ORG>Stablegate</ORG></FI></SONRS></SIGNONMSGSRSV1>\n',
    '<BANKMSGSRSV1><STMTTRNRS><TRNUID>0</TRNUID><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>',
    '<STMTRS><CURDEF>USD</CURDEF><BANKACCTFROM><BANKID>STABLEGATE</BANKID>',
    tag('ACCTID', accountId.slice(-ACCOUNT_MAX)),
    '<ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>\n<BANKTRANLIST>',
    tag('DTSTART', ofxTime(from, clock)),
    `${tag('DTEND', until)}\n`,
  ].join('');
  for await (const batch of rows) yield batch.map((row) => transaction(row, statement, clock)).join('');
  const figures = [
    `${t('Opening balance')}: ${formatMicros(sums.openingMicros)} USD`,
    // No transaction: what is no entry of the ledger must not move the balance of the books.
    ...(sums.refundedMicros === 0n ? [] : [`${t(REFUNDED)}: ${formatMicros(sums.refundedMicros)} USDT`]),
  ];
  // The balance is that of the month's last moment: programs reconcile with it all transactions up to that day.
  const last = ofxTime(new Date(to.getTime() - 1), clock);
  yield [
    '</BANKTRANLIST>\n',
    `<LEDGERBAL>${tag('BALAMT', formatMicros(sums.closingMicros))}${tag('DTASOF', last)}</LEDGERBAL>\n`,
    tag('MKTGINFO', cut(figures.join(SEPARATOR), FIGURES_MAX)),
    '</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n',
  ].join('');
}
