import { useActionCommands, useLanguageCommands } from './action-commands';
import { findCommands } from './command.rank';
import type { Command, CommandSection } from './command.types';
import { useInvoiceCommands } from './invoice-commands';
import { useAdminCommands, usePageCommands } from './page-commands';
import { useOwnStores, useStoreCommands } from './store-commands';

export function useCommands(text: string) {
  const known: readonly Command[] = [
    ...usePageCommands(),
    ...useAdminCommands(),
    ...useStoreCommands(),
    ...useActionCommands(),
    ...useLanguageCommands(),
  ];
  const invoices = useInvoiceCommands(text);
  const stores = useOwnStores();
  // Commands already chosen are not offered again.
  const sections: readonly CommandSection[] = findCommands(
    known.filter(({ asks }) => asks === undefined || asks !== text),
    text,
  );
  // Invoices arrive later than the rest and come last, so that nothing moves when they arrive.
  return {
    sections: invoices.commands.length === 0 ? sections : [...sections, { group: 'invoices' as const, commands: invoices.commands }],
    invoices,
    stores,
  };
}
