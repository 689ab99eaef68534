import { balanceApi, type ExportFormat } from '@stablegate/contract';
import { Button, Spinner, toast } from '@stablegate/ui';
import { useEffect, useRef, useState } from 'react';
import { download } from '../../lib/api/download';
import { errorText } from '../../lib/api/error-text';
import { useTranslation } from '../../lib/i18n/texts';
import type { Filters } from './transaction-filters';

export type RunningExport = { format: ExportFormat; bytes: number };

/** Often enough to show progress; a file arrives in thousands of chunks. */
const TELL_MS = 250;

/** One export at a time, with progress and cancellation. */
export function useExport({ page: _page, size: _size, ...filters }: Filters) {
  const { t } = useTranslation();
  const [running, setRunning] = useState<RunningExport>();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const start = async (format: ExportFormat) => {
    const controller = new AbortController();
    const { signal } = controller;
    stop.current = controller;
    let toldAt = Date.now();
    const onProgress = (bytes: number) => {
      if (Date.now() - toldAt < TELL_MS) return;
      toldAt = Date.now();
      setRunning({ format, bytes });
    };
    setRunning({ format, bytes: 0 });
    try {
      await download(balanceApi.export, { query: { format, ...filters } }, `transactions.${format}`, { signal, onProgress });
      toast.success(t('The file was saved.'));
    } catch (error) {
      if (!signal.aborted) toast.error(errorText(t, error, t('The export failed. Please try again.')));
    } finally {
      setRunning(undefined);
    }
  };
  return { running, start: (format: ExportFormat) => void start(format), cancel: () => stop.current?.abort() };
}

const MEGABYTE = 1_000_000;

/** Shown when it takes longer than a moment. A file's size is unknown before its end, so the received bytes are shown. */
export function ExportProgress({ format, bytes, onCancel }: RunningExport & { onCancel: () => void }) {
  const { t, language } = useTranslation();
  const megabytes = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(bytes / MEGABYTE);
  return (
    <div className="export-progress appear-late">
      <Spinner />
      <span className="flex-1" role="status">
        {t('Preparing your file ({{format}})', { format: format === 'xlsx' ? 'Excel' : format.toUpperCase() })}
      </span>
      {/* Not announced: it changes four times a second. */}
      <span className="num text-muted" aria-hidden="true">
        {megabytes} MB
      </span>
      <Button size="sm" onClick={onCancel}>
        {t('Cancel')}
      </Button>
      <progress aria-label={t('Export')} />
    </div>
  );
}
