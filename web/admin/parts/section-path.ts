/** Every screen of the admins, below /admin; '' is the overview. `$id` is any value, returned by `useSectionParams`. */
export type SectionPath =
  | ''
  | 'users'
  | 'users/$id'
  | 'claims'
  | 'appeals'
  | 'missions'
  | 'missions/new'
  | 'missions/$id'
  | 'rewards'
  | 'rewards/new'
  | 'rewards/$id'
  | 'rewards/$id/stock'
  | 'fulfilments'
  | 'awards'
  | 'approvals'
  | 'reviews'
  | 'risk'
  | 'parked'
  | 'alarms'
  | 'walls'
  | 'feeds'
  | 'feeds/$id'
  | 'feeds/$id/results'
  | 'feeds/$id/categories'
  | 'postbacks'
  | 'audit'
  | 'exports'
  | 'staff'
  | 'keys'
  | 'webhooks'
  | 'webhooks/$id';

/** The screens that need no value in their address. */
export type PlainSectionPath = Exclude<SectionPath, `${string}$id${string}`>;

/** A screen with the id that its address needs; a missing screen or id fails the type check. */
export type SectionPlace =
  | { path: PlainSectionPath; id?: undefined }
  | { path: Exclude<SectionPath, PlainSectionPath>; id: string };

/** The part of the address below /admin. */
export const sectionAddress = ({ path, id = '' }: SectionPlace): string => path.replace('$id', id);
