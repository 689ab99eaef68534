import { useIsMobile } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { invoiceListQuery } from '../../lib/api/invoices.queries';
import type { useUrlFilters } from '../../lib/lists/url-filters';
import type { filterSchema } from './invoice-filters';

export type UrlFilters = ReturnType<typeof useUrlFilters<typeof filterSchema>>;

/** The rows of the address's filters, and which of them are selected. */
export function useInvoiceList({ filters, setFilters }: UrlFilters) {
  const isMobile = useIsMobile();
  const query = useQuery(invoiceListQuery(filters));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isSelecting, setSelecting] = useState(false);
  const [isFilterOpen, setFilterOpen] = useState(false);
  const shown = JSON.stringify(filters);
  // Another page or another filter: what is no longer seen is no longer selected.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other rows are asked for
  useEffect(() => setSelected(new Set()), [shown]);
  const total = query.data?.totalElements ?? 0;
  const lastPage = Math.max(0, Math.ceil(total / filters.size) - 1);
  const isPastEnd = query.data !== undefined && !query.isPlaceholderData && filters.page > lastPage;
  // After a deletion the page may be gone: its neighbour is what people expect to see.
  useEffect(() => {
    if (isPastEnd) setFilters({ page: lastPage });
  }, [isPastEnd, lastPage, setFilters]);
  return {
    query,
    rows: query.data?.content,
    total,
    isFilterOpen,
    setFilterOpen,
    selected,
    setSelected,
    clear: () => {
      setSelected(new Set());
      setSelecting(false);
    },
    isMobile,
    /** On a phone the boxes come with the Select action; on a desk they are always there. */
    isSelecting: !isMobile || isSelecting,
    setSelecting,
  };
}

export type InvoiceListState = ReturnType<typeof useInvoiceList>;
