import type { AuditAction, AuditField, AuditValues } from '@stablegate/contract';

/** One change, as the audit log has it. */
export type PastEntry = {
  readonly action: AuditAction;
  readonly subject: string;
  readonly detail: AuditValues;
  readonly before: AuditValues;
  readonly after: AuditValues;
};

/** Settings as they were; null: not set then. What nobody changed is absent. */
export type PastSettings = { readonly [Field in AuditField]?: string | null };

/** What an account was before these changes, oldest first. */
export function pastBefore(entries: readonly PastEntry[]) {
  const of = (actions: readonly AuditAction[]): PastEntry[] => entries.filter(({ action }) => actions.includes(action));
  return {
    entriesOf: (...actions: readonly AuditAction[]): PastEntry[] => of(actions),
    /** The ids of what was changed in one of these ways. */
    subjectsOf: (...actions: readonly AuditAction[]): string[] => [...new Set(of(actions).map(({ subject }) => subject))],
    settingsOf: (id: string, ...actions: readonly AuditAction[]): PastSettings => {
      const settings: { [Field in AuditField]?: string | null } = {};
      for (const { before, after } of of(actions).filter(({ subject }) => subject === id)) {
        for (const field of [...Object.keys(before), ...Object.keys(after)] as AuditField[]) {
          if (!(field in settings)) settings[field] = before[field] ?? null; // the first change replaced what was there
        }
      }
      return settings;
    },
    /** Whether a switch was on that has an action for either way; undefined when nobody touched it. */
    wasOn: (id: string, turnedOn: AuditAction, turnedOff: AuditAction): boolean | undefined => {
      const first = of([turnedOn, turnedOff]).find(({ subject }) => subject === id);
      return first === undefined ? undefined : first.action === turnedOff;
    },
  };
}
export type Past = ReturnType<typeof pastBefore>;

/** A list as the log writes it. */
export const listed = (text: string | null): string[] => (text === null || text === '' ? [] : text.split(', '));
