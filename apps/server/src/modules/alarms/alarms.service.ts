import type { AlarmServiceDeps } from './alarms.deps';
import { type ReviewDeps, reviewAlarms } from './review-alarms';
import { alarmMail } from './send/alarm-mail';
import { createAlarmSender } from './send/send-alarm';
import { readStatus } from './status';
import { measureBacklogs } from './watch/alarms.metrics';
import { createCertificateWatch } from './watch/certificate';
import { createProcessReports } from './watch/process-reports';

const EVERY_MINUTE = '* * * * *';

/** What operators are told by mail, webhook or Telegram, and what the public status page shows. */
export function createAlarmService(deps: AlarmServiceDeps) {
  measureBacklogs(deps);
  const reports = createProcessReports(deps);
  const reviewDeps: ReviewDeps = {
    ...deps,
    readCertificate: createCertificateWatch(deps.publicUrl, deps.metrics),
    sendMail: deps.mailQueue.define('alarm', alarmMail),
    sendElsewhere: createAlarmSender(deps.jobs, deps.settings),
  };
  deps.jobs.register('alarms.review', () => reviewAlarms(reviewDeps), { cron: EVERY_MINUTE, retryLimit: 0 });
  return {
    review: () => reviewAlarms(reviewDeps),
    readStatus: () => readStatus(deps),
    report: reports.report,
    start: reports.start,
    stop: reports.stop,
  };
}
export type AlarmService = ReturnType<typeof createAlarmService>;
