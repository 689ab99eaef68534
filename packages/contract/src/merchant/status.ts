import { z } from 'zod';
import { timeSchema } from '../common';
import { defineRoute } from '../route';
import { networkSchema, networkStatusSchema } from './networks';

/** What merchants and payers notice of an operator's alarms. */
export const INCIDENT_KINDS = [
  'network_stopped',
  'quorum_lost',
  'credits_late',
  'callbacks_late',
  'mails_late',
  'token_deprecated',
  'token_paused',
  'token_fee',
] as const;

export const incidentSchema = z.object({
  id: z.string(),
  kind: z.enum(INCIDENT_KINDS),
  network: networkSchema.nullable(),
  since: timeSchema,
  endedAt: timeSchema.nullable().describe('Null while it lasts.'),
});
export type Incident = z.infer<typeof incidentSchema>;

export const serviceStatusSchema = z.object({
  status: z.enum(['ok', 'degraded', 'down']),
  at: timeSchema,
  networks: z.array(networkStatusSchema.pick({ network: true, name: true, status: true, lagSeconds: true, lateSeconds: true })),
  incidents: z.array(incidentSchema).describe('Of the last 90 days, newest first, at most 50.'),
});
export type ServiceStatus = z.infer<typeof serviceStatusSchema>;

export const statusApi = {
  read: defineRoute({
    method: 'GET',
    path: '/status',
    summary: 'Whether payments are being read and reported, and what went wrong lately',
    tag: 'Stores',
    access: 'public',
    reply: { 200: serviceStatusSchema },
  }),
};
