import { type Permission, ROLE_PERMISSIONS } from '#contract/staff.values.ts';
import { useUser } from '#web/shared/api/queries.ts';

/** Whether the signed-in admin may do something. For showing controls; the server checks by itself. */
export function usePermission(permission: Permission): boolean {
  return usePermissions().includes(permission);
}

/** Everything that the signed-in admin may do. */
export function usePermissions(): readonly Permission[] {
  const role = useUser()?.staffRole;
  return role ? ROLE_PERMISSIONS[role] : [];
}
