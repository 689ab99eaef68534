import { Skeleton, Switch } from '@stablegate/ui';
import { useId } from 'react';

type SettingRowProps = { title: string; text: string; isOn: boolean | undefined; onChange: (isOn: boolean) => void };

/** A setting with its switch, which appears once the setting is loaded. */
export function SettingRow({ title, text, isOn, onChange }: SettingRowProps) {
  const id = useId();
  return (
    <div className="setting">
      <div className="min-w-0 flex-1">
        <div id={id} className="font-medium">
          {title}
        </div>
        <div id={`${id}-text`} className="text-caption text-muted">
          {text}
        </div>
      </div>
      {isOn === undefined ? (
        <Skeleton width="xs" />
      ) : (
        <Switch checked={isOn} onChange={onChange} labelledBy={id} describedBy={`${id}-text`} />
      )}
    </div>
  );
}
