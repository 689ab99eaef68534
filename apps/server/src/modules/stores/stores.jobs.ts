import type { Platform } from '../../platform/platform';
import type { StoreService } from './stores.service';

export function registerStoreJobs({ jobs }: Platform, { applyDueChanges, refreshEpusdtRates, forgetCalls }: StoreService): void {
  jobs.register('stores.apply-address-changes', applyDueChanges, { cron: '* * * * *', retryLimit: 0 });
  jobs.register('stores.forget-calls', forgetCalls, { cron: '29 * * * *', retryLimit: 0 });
  jobs.register('stores.epusdt-rates', refreshEpusdtRates, { cron: '*/5 * * * *', retryLimit: 0 });
}
