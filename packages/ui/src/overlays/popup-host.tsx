import { CircleAlert, CircleCheck, CircleQuestionMark, CircleX, Info } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '../forms/button';
import { RequestId } from '../request-id';
import { afterSeen } from './after-seen';
import { DialogActions } from './dialog-actions';
import { type PopupIcon, type PopupRequest, popupQueue } from './popup.queue';
import { useReturnFocus } from './return-focus';

const icons = { success: CircleCheck, error: CircleX, warning: CircleAlert, info: Info, question: CircleQuestionMark } satisfies Record<
  PopupIcon,
  unknown
>;

/** Mounted once in the app; renders `popup()` and `confirm()`. */
export function PopupHost() {
  const returnFocus = useReturnFocus();
  const current = useSyncExternalStore(popupQueue.subscribe, popupQueue.current);
  // The last one stays rendered while it fades out.
  const [last, setLast] = useState<PopupRequest | undefined>(current);
  if (current !== undefined && current !== last) setLast(current);
  const shown = current ?? last;
  useEffect(() => {
    if (current?.timerMs === undefined) return;
    const { id, timerMs } = current;
    return afterSeen(() => popupQueue.settle(id, false), timerMs);
  }, [current]);
  if (shown === undefined) return null;
  const settle = (confirmed: boolean) => popupQueue.settle(shown.id, confirmed);
  return (
    // Each popup is a separate dialog: scrim and content must enter the page together, in this order, or the scrim would be on top.
    <Radix.Root key={shown.id} open={current !== undefined} onOpenChange={() => settle(false)}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <PopupContent request={shown} onSettle={settle} returnFocus={returnFocus} />
      </Radix.Portal>
    </Radix.Root>
  );
}

type PopupContentProps = {
  request: PopupRequest;
  onSettle: (confirmed: boolean) => void;
  returnFocus: ReturnType<typeof useReturnFocus>;
};

function PopupContent({ request, onSettle, returnFocus }: PopupContentProps) {
  const { title, text, detail, failed, icon, confirmLabel, cancelLabel, danger = false } = request;
  const Icon = icon === undefined ? undefined : icons[icon];
  const hasActions = confirmLabel !== undefined || cancelLabel !== undefined;
  return (
    <Radix.Content
      className="dialog"
      role="alertdialog"
      {...returnFocus}
      {...(text === undefined ? { 'aria-describedby': undefined } : {})}
    >
      <div className="popup-head">
        {Icon && (
          <span className="popup-icon" data-icon={icon}>
            <Icon className="icon-lg" aria-hidden="true" />
          </span>
        )}
        <div>
          <Radix.Title className="dialog-title">{title}</Radix.Title>
          {text !== undefined && <Radix.Description className="dialog-text">{text}</Radix.Description>}
          {detail !== undefined && <p className="dialog-detail">{detail}</p>}
          {failed !== undefined && (
            <p className="dialog-detail">
              <RequestId {...failed} />
            </p>
          )}
        </div>
      </div>
      {hasActions && (
        <DialogActions>
          {cancelLabel !== undefined && <Button onClick={() => onSettle(false)}>{cancelLabel}</Button>}
          {confirmLabel !== undefined && (
            <Button variant={danger ? 'danger-solid' : 'primary'} onClick={() => onSettle(true)}>
              {confirmLabel}
            </Button>
          )}
        </DialogActions>
      )}
    </Radix.Content>
  );
}
