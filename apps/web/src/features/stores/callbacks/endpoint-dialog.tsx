import type { CallbackEndpoint } from '@stablegate/contract';
import { Dialog } from '@stablegate/ui';
import { useTranslation } from '../../../lib/i18n/texts';
import { EndpointForm } from './endpoint-form';
import { ExampleForm } from './example-form';
import { useRefreshEndpoints } from './use-endpoints';

export type EndpointTask = 'add' | { change: CallbackEndpoint } | { example: CallbackEndpoint };
export type EndpointDialogProps = { task: EndpointTask | undefined; onClose: () => void };

export function EndpointDialog({ task, onClose }: EndpointDialogProps) {
  const { t } = useTranslation();
  const refresh = useRefreshEndpoints();
  const done = () => {
    void refresh();
    onClose();
  };
  const isExample = typeof task === 'object' && 'example' in task;
  const title = isExample ? t('Send example') : task === 'add' ? t('Add endpoint') : t('Edit endpoint');
  return (
    <Dialog open={task !== undefined} onOpenChange={onClose} title={title} closeLabel={t('Close')}>
      {isExample ? (
        <ExampleForm endpoint={task.example} onClose={onClose} />
      ) : (
        task !== undefined && <EndpointForm endpoint={task === 'add' ? undefined : task.change} onDone={done} onClose={onClose} />
      )}
    </Dialog>
  );
}
