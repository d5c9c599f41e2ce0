/** Every screen that anyone but an admin sees, by its address. */
export const MEMBER_SCREENS = [
  '/dashboard',
  '/task',
  '/history',
  '/history?tab=cards',
  '/earn',
  '/adwall',
  '/profile',
];
export const VISITOR_SCREENS = ['/auth?login=true', '/auth?signup=true', '/reset-password?token=x'];
export const STATIC_PAGES = ['/', '/privacy', '/terms'] as const;
