/** Paths of the browser app; `*` is everything below. Every other path is a page of its own or not found. */
export const APP_PATHS = [
  '/auth',
  '/confirm-email',
  '/identity/*',
  '/reset-password',
  '/dashboard',
  '/task',
  '/history',
  '/statement',
  '/offers',
  '/offers/started',
  '/offers/*',
  '/adwall',
  '/earn',
  '/redeem',
  '/profile',
  '/admin/*',
] as const;

export const REWARD_WORDINGS = ['specification', 'cash', 'data'] as const;
export type RewardWording = (typeof REWARD_WORDINGS)[number];
