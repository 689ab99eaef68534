import { z } from 'zod';
import { emailSchema, emptyReply, messageReply, timeSchema } from '../common';
import { defineRoute } from '../route';
import { INVITED_ROLES, TEAM_ROLE_NAMES } from './team-roles';

const invitedRole = z.enum(INVITED_ROLES);
const idParams = z.object({ id: z.string().min(1).max(64) });
const tokenBody = z.object({ token: z.string().min(20).max(128) });

export const teamMemberSchema = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  role: invitedRole,
  addedAt: timeSchema,
  lastSeenAt: timeSchema.nullable().describe('Last use of a session that works for this account'),
});
export type TeamMember = z.infer<typeof teamMemberSchema>;

export const teamInvitationSchema = z.object({
  id: z.string(),
  email: z.string(),
  role: invitedRole,
  createdAt: timeSchema,
  expiresAt: timeSchema,
});
export type TeamInvitation = z.infer<typeof teamInvitationSchema>;

const teamSchema = z.object({
  members: z.array(teamMemberSchema),
  invitations: z.array(teamInvitationSchema),
  memberFloor: z
    .number()
    .int()
    .describe('Members may accept a partly paid invoice from this percentage of its payable amount; the owner may accept any'),
});

const teamAccountSchema = z.object({ accountId: z.string(), username: z.string(), role: z.enum(TEAM_ROLE_NAMES) });
export type TeamAccount = z.infer<typeof teamAccountSchema>;

const FLOOR_RULE = 'Please enter a whole number from 0 to 100.';

const common = { tag: 'Team', access: 'verified', team: 'team' } as const;
const own = { tag: 'Team', access: 'session', team: 'own' } as const;

export const teamApi = {
  list: defineRoute({
    ...common,
    method: 'GET',
    path: '/team',
    summary: 'The people who work on this account, and open invitations',
    reply: { 200: teamSchema },
  }),
  invite: defineRoute({
    ...common,
    method: 'POST',
    path: '/team/invitations',
    audit: 'team.invited',
    summary: 'Invite somebody by e-mail; a second invitation of the same address replaces the first',
    stepUp: true,
    secondFactor: 'guard',
    limits: ['team-invitations'],
    body: z.object({ email: emailSchema, role: invitedRole }),
    reply: { 201: teamInvitationSchema },
    errors: ['already_in_team', 'team_full', 'rate_limited', 'mail_not_configured'],
  }),
  withdraw: defineRoute({
    ...common,
    method: 'DELETE',
    path: '/team/invitations/{id}',
    audit: 'team.withdrawn',
    summary: 'Withdraw an invitation',
    params: idParams,
    reply: { 204: emptyReply },
    errors: ['not_found'],
  }),
  changeRole: defineRoute({
    ...common,
    method: 'PUT',
    path: '/team/members/{id}',
    audit: 'team.role-changed',
    summary: "Change a member's role; it counts from their next call on",
    stepUp: true,
    secondFactor: 'guard',
    params: idParams,
    body: z.object({ role: invitedRole }),
    reply: { 200: messageReply },
    errors: ['not_found'],
  }),
  remove: defineRoute({
    ...common,
    method: 'DELETE',
    path: '/team/members/{id}',
    audit: 'team.removed',
    summary: 'Remove a member; their sessions on this account end immediately',
    params: idParams,
    reply: { 204: emptyReply },
    errors: ['not_found'],
  }),
  setFloor: defineRoute({
    ...common,
    method: 'PUT',
    path: '/team/member-floor',
    audit: 'team.floor-changed',
    summary: 'From which percentage of the payable amount members may accept an invoice as paid; 0 is any, 100 leaves it to the owner',
    stepUp: true,
    secondFactor: 'guard',
    body: z.object({ percent: z.number(FLOOR_RULE).int(FLOOR_RULE).min(0, FLOOR_RULE).max(100, FLOOR_RULE) }),
    reply: { 200: messageReply },
  }),
  invitation: defineRoute({
    method: 'POST',
    path: '/team/invitation',
    audit: { nothing: 'it only reads' },
    summary: 'What an invitation offers, by the token of its mail',
    tag: 'Team',
    access: 'public',
    limits: ['opened-links'],
    body: tokenBody,
    reply: { 200: z.object({ account: z.string(), email: z.string(), role: invitedRole }) },
    errors: ['token_expired', 'rate_limited'],
  }),
  accept: defineRoute({
    ...own,
    method: 'POST',
    path: '/team/invitation/accept',
    audit: 'team.joined',
    summary: 'Accept an invitation; the session works for that account from now on',
    body: tokenBody,
    reply: { 200: teamAccountSchema },
    errors: ['token_expired', 'invitation_for_another', 'email_taken', 'rate_limited'],
  }),
  accounts: defineRoute({
    ...own,
    method: 'GET',
    path: '/team/accounts',
    summary: 'The accounts that the caller may work for, their own first',
    reply: { 200: z.array(teamAccountSchema) },
  }),
  switch: defineRoute({
    ...own,
    method: 'POST',
    path: '/team/switch',
    audit: { nothing: 'only the own session changes' },
    summary: 'Work for another account in this session',
    body: z.object({ accountId: z.string().min(1).max(64) }),
    reply: { 200: teamAccountSchema },
    errors: ['not_found'],
  }),
  leave: defineRoute({
    ...own,
    method: 'DELETE',
    path: '/team/accounts/{id}',
    audit: 'team.left',
    summary: 'Leave the team of an account',
    params: idParams,
    reply: { 204: emptyReply },
    errors: ['not_found'],
  }),
};
