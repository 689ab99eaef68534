import {
  mayRole,
  TEAM_PERMISSIONS,
  TEAM_ROLE_LABELS,
  TEAM_ROLE_NAMES,
  TEAM_ROLES,
  type TeamPermission,
  type TeamRole,
} from '@stablegate/contract';
import { Badge, type Column, DataTable } from '@stablegate/ui';
import { Check, Minus } from 'lucide-react';
import { type TFunction, useTranslation } from '../../lib/i18n/texts';

const PERMISSIONS = Object.keys(TEAM_PERMISSIONS) as TeamPermission[];

/** What a role may do, in one line. */
export const roleHint = (t: TFunction, role: TeamRole): string => TEAM_ROLES[role].map((name) => t(TEAM_PERMISSIONS[name])).join(' · ');

const columns = (t: TFunction): readonly Column<TeamPermission>[] => [
  { id: 'permission', header: t('Permission'), isRowHeader: true, className: 'team-permission', cell: (name) => t(TEAM_PERMISSIONS[name]) },
  ...TEAM_ROLE_NAMES.map((role) => ({
    id: role,
    header: t(TEAM_ROLE_LABELS[role]),
    cell: (name: TeamPermission) => <Mark isAllowed={mayRole(role, name)} />,
  })),
];

export function RoleMatrix() {
  const { t } = useTranslation();
  return (
    <section className="team-roles">
      <h2 className="card-title">{t('What each role may do')}</h2>
      <DataTable
        caption={t('What each role may do')}
        columns={columns(t)}
        rows={PERMISSIONS}
        rowKey={(name) => name}
        card={(name) => <PermissionCard name={name} />}
      />
    </section>
  );
}

function Mark({ isAllowed }: { isAllowed: boolean }) {
  const { t } = useTranslation();
  const Icon = isAllowed ? Check : Minus;
  return (
    <>
      <Icon className={isAllowed ? 'icon text-success-text' : 'icon text-subtle'} aria-hidden="true" />
      <span className="sr-only">{isAllowed ? t('Yes') : t('No')}</span>
    </>
  );
}

function PermissionCard({ name }: { name: TeamPermission }) {
  const { t } = useTranslation();
  return (
    <div className="team-card-role">
      <span className="w-full">{t(TEAM_PERMISSIONS[name])}</span>
      {TEAM_ROLE_NAMES.filter((role) => mayRole(role, name)).map((role) => (
        <Badge key={role}>{t(TEAM_ROLE_LABELS[role])}</Badge>
      ))}
    </div>
  );
}
