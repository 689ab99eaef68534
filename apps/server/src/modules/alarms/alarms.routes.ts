import { statusApi } from '@stablegate/contract';
import type { Router } from '../../http/mount';
import type { AlarmService } from './alarms.service';

export function mountAlarms(route: Router, { alarms }: { alarms: AlarmService }): void {
  route(statusApi.read, () => alarms.readStatus());
}
