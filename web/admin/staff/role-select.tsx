import type { ComponentProps } from 'react';
import { STAFF_ROLES, type StaffRole } from '#contract/staff.values.ts';
import { Options, SelectField } from '#ui/field.tsx';
import { useT } from '#web/shared/language/language.tsx';

export interface RoleSelectProps extends Omit<ComponentProps<'select'>, 'value' | 'onChange'> {
  value: StaffRole;
  onRole: (role: StaffRole) => void;
}

/** A choice of roles, each with its permissions. */
export function RoleSelect({ value, onRole, ...select }: RoleSelectProps) {
  const t = useT('staffList');
  return (
    <SelectField
      {...select}
      label={t('role')}
      hint={t(`roleTexts.${value}`)}
      value={value}
      onChange={({ target }) => onRole(STAFF_ROLES.find((role) => role === target.value) ?? value)}
    >
      <Options values={STAFF_ROLES} label={(role) => t(`roles.${role}`)} />
    </SelectField>
  );
}
