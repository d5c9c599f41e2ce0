import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useUser } from '#web/shared/api/queries.ts';

/** The layout of every screen of a member. */
export function MemberLayout() {
  const member = useUser();
  const router = useRouter();
  useEffect(() => {
    // The session ended while a screen was shown: the guard redirects to the sign-in.
    if (!member) void router.invalidate();
  }, [member, router]);
  // Of another member, nothing of the screen stays.
  return member ? <Outlet key={member.id} /> : null;
}
