import { useIsMobile } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { invoiceListQuery } from '../../lib/api/invoices.queries';
import { useList } from '../../lib/lists/list-state';
import type { useUrlFilters } from '../../lib/lists/url-filters';
import type { filterSchema } from './invoice-filters';

export type UrlFilters = ReturnType<typeof useUrlFilters<typeof filterSchema>>;

/** The rows for the URL's filters, and the selected ones. */
export function useInvoiceList(url: UrlFilters) {
  const isMobile = useIsMobile();
  const list = useList(url, useQuery(invoiceListQuery(url.filters)));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isSelecting, setSelecting] = useState(false);
  const [isFilterOpen, setFilterOpen] = useState(false);
  const shown = JSON.stringify(url.filters);
  // Another page or another filter: what is no longer seen is no longer selected.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other rows are asked for
  useEffect(() => setSelected(new Set()), [shown]);
  return {
    ...list,
    isFilterOpen,
    setFilterOpen,
    selected,
    setSelected,
    clearSelection: () => {
      setSelected(new Set());
      setSelecting(false);
    },
    isMobile,
    /** On a phone the checkboxes appear with the Select action; on a desktop they are always there. */
    isSelecting: !isMobile || isSelecting,
    setSelecting,
  };
}

export type InvoiceListState = ReturnType<typeof useInvoiceList>;
