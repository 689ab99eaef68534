import { SwitchField, type SwitchFieldProps } from '@stablegate/ui';

/** A setting of a card. */
export const SettingRow = (props: Omit<SwitchFieldProps, 'className'>) => <SwitchField className="setting" {...props} />;
