import { INVITED_ROLES, type InvitedRole, TEAM_ROLE_LABELS, type TeamInvitation, type TeamMember } from '@stablegate/contract';
import { Avatar, Badge, Button, type Column, Select } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { Mail, UserPlus, Users } from 'lucide-react';
import { localList } from '../../lib/lists/list-state';
import { ListView } from '../../lib/lists/list-view';
import { useUrlFlag } from '../../lib/lists/url-flag';
import { usePageTitle } from '../../lib/page-title';
import { TimeAgo } from '../../lib/time/time-ago';
import { InviteDialog } from './invite-dialog';
import { MemberFloorCard } from './member-floor';
import { RoleMatrix } from './role-matrix';
import { teamQuery } from './team.queries';
import { useChangeRole, useRemoveMember, useWithdraw } from './use-team-actions';
import './team.css';
import { type TFunction, useTranslation } from '../../lib/i18n/texts';

/** A member, or somebody who has not accepted yet. */
type Person = { readonly id: string; readonly email: string; readonly role: InvitedRole } & (
  | { readonly member: TeamMember }
  | { readonly member?: undefined; readonly invitation: TeamInvitation }
);

export default function TeamScreen() {
  const { t } = useTranslation();
  usePageTitle(t('Team'));
  const inviting = useUrlFlag('invite');
  const team = useQuery(teamQuery);
  const people = team.data && [
    ...team.data.members.map((member): Person => ({ ...member, member })),
    ...team.data.invitations.map((invitation): Person => ({ ...invitation, invitation })),
  ];
  const inviteButton = (
    <Button variant="primary" icon={<UserPlus className="icon" aria-hidden="true" />} onClick={inviting.open}>
      {t('Invite')}
    </Button>
  );
  return (
    <>
      <div className="page-head">
        <div>
          <h1 className="page-title">{t('Team')}</h1>
          <p className="text-muted">{t('People who work with you, each with their own sign-in.')}</p>
        </div>
        {people !== undefined && people.length > 0 && inviteButton}
      </div>
      <ListView
        list={localList(team, people)}
        failure={t('Your team could not be loaded')}
        look={{
          caption: t('Team'),
          columns: columns(t),
          rowKey: ({ id }) => id,
          card: (person) => <PersonCard person={person} />,
          skeletonRows: 3,
        }}
        empty={{
          icon: <Users className="icon-lg" aria-hidden="true" />,
          title: t('You work alone'),
          text: t('Invite somebody by email. You choose what they may do, and can end it at any time.'),
          actions: inviteButton,
        }}
      />
      {team.data !== undefined && <MemberFloorCard percent={team.data.memberFloor} />}
      <RoleMatrix />
      <InviteDialog open={inviting.isOpen} onClose={inviting.close} />
    </>
  );
}

const columns = (t: TFunction): readonly Column<Person>[] => [
  { id: 'person', header: t('Name'), isRowHeader: true, skeleton: 'lg', cell: (person) => <Name person={person} /> },
  { id: 'role', header: t('Role'), skeleton: 'badge', cell: (person) => <Role person={person} /> },
  { id: 'seen', header: t('Last seen'), className: 'text-muted', cell: (person) => <Seen person={person} /> },
  { id: 'actions', header: '', headerLabel: t('Actions'), align: 'end', skeleton: 'sm', cell: (person) => <End person={person} /> },
];

function Name({ person: { email, member } }: { person: Person }) {
  const name = member?.username ?? email;
  return (
    <div className="team-person">
      {member === undefined ? <Mail className="icon text-subtle" aria-hidden="true" /> : <Avatar name={name} size="sm" />}
      <span className="min-w-0">
        <span className="block truncate font-medium">{name}</span>
        {member !== undefined && <span className="block truncate text-caption text-muted">{email}</span>}
      </span>
    </div>
  );
}

function Role({ person: { id, role, member } }: { person: Person }) {
  const { t } = useTranslation();
  const change = useChangeRole(id);
  if (member === undefined) return <Badge>{t(TEAM_ROLE_LABELS[role])}</Badge>;
  return (
    <Select<InvitedRole>
      aria-label={t('Role of {{name}}', { name: member.username })}
      value={change.isPending ? change.variables : role}
      onChange={(chosen) => change.mutate(chosen)}
      options={INVITED_ROLES.map((value) => ({ value, label: t(TEAM_ROLE_LABELS[value]) }))}
    />
  );
}

/** isNamed: no heading above says what it is. */
function Seen({ person, isNamed = false }: { person: Person; isNamed?: boolean }) {
  const { t } = useTranslation();
  if (person.member === undefined)
    return (
      <>
        {t('Invited')} <TimeAgo at={person.invitation.createdAt} />
      </>
    );
  if (person.member.lastSeenAt === null) return t('Not signed in yet');
  return (
    <>
      {isNamed && `${t('Last seen')}: `}
      <TimeAgo at={person.member.lastSeenAt} />
    </>
  );
}

const End = ({ person }: { person: Person }) =>
  person.member === undefined ? <WithdrawButton invitation={person.invitation} /> : <RemoveButton member={person.member} />;

function RemoveButton({ member }: { member: TeamMember }) {
  const { t } = useTranslation();
  const remove = useRemoveMember(member);
  return (
    <Button size="sm" aria-label={t('Remove {{name}}', { name: member.username })} busy={remove.isBusy} onClick={() => void remove.run()}>
      {t('Remove')}
    </Button>
  );
}

function WithdrawButton({ invitation: { id, email } }: { invitation: TeamInvitation }) {
  const { t } = useTranslation();
  const withdraw = useWithdraw(id);
  return (
    <Button
      size="sm"
      aria-label={t('Withdraw the invitation of {{email}}', { email })}
      busy={withdraw.isPending}
      onClick={() => withdraw.mutate()}
    >
      {t('Withdraw')}
    </Button>
  );
}

const PersonCard = ({ person }: { person: Person }) => (
  <>
    <Name person={person} />
    <span className="justify-self-end">
      <End person={person} />
    </span>
    <div className="team-card-role">
      <Role person={person} />
      <span className="text-caption text-muted">
        <Seen person={person} isNamed />
      </span>
    </div>
  </>
);
