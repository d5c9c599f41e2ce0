import { type Permission, ROLE_PERMISSIONS } from '#contract/staff.values.ts';
import { useUser } from '#web/shared/api/queries.ts';

/** Whether the signed-in admin has a permission. Only for showing controls; the server checks on its own. */
export function usePermission(permission: Permission): boolean {
  return usePermissions().includes(permission);
}

/** All permissions of the signed-in admin. */
export function usePermissions(): readonly Permission[] {
  const role = useUser()?.staffRole;
  return role ? ROLE_PERMISSIONS[role] : [];
}
