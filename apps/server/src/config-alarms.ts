import { z } from 'zod';

export type AlarmSettings = {
  readonly webhookUrl: string | undefined;
  readonly telegram: { readonly url: string; readonly chat: string } | undefined;
  /** Where the runbooks are read; empty: alarms name the file. */
  readonly runbookUrl: string;
};

export const alarmFields = {
  ALARM_WEBHOOK_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Where alarms are posted as JSON; administrators get them by mail in any case'),
  ALARM_TELEGRAM_TOKEN: z.string().min(1).max(200).optional().describe('Token of a Telegram bot that sends alarms'),
  ALARM_TELEGRAM_CHAT: z.string().min(1).max(100).optional().describe('The chat that gets them'),
  ALARM_TELEGRAM_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://api.telegram.org')
    .describe("Telegram's API, or your relay to it"),
  RUNBOOK_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Where your people read docs/runbooks, such as https://wiki.example.com/stablegate; without it alarms name the file'),
};
export const alarmEnvironment = z.object(alarmFields);

export function readAlarmSettings(env: z.output<typeof alarmEnvironment>): { settings: AlarmSettings; complaint: string | undefined } {
  const { ALARM_TELEGRAM_TOKEN: token, ALARM_TELEGRAM_CHAT: chat } = env;
  const isHalf = (token === undefined) !== (chat === undefined);
  return {
    settings: {
      webhookUrl: env.ALARM_WEBHOOK_URL,
      telegram:
        token === undefined || chat === undefined
          ? undefined
          : { url: `${env.ALARM_TELEGRAM_URL.replace(/\/+$/, '')}/bot${token}/sendMessage`, chat },
      runbookUrl: (env.RUNBOOK_URL ?? '').replace(/\/+$/, ''),
    },
    complaint: isHalf ? 'ALARM_TELEGRAM_TOKEN and ALARM_TELEGRAM_CHAT belong together: one of them is missing.' : undefined,
  };
}
