import { AdminLink } from './admin-link.tsx';
import { Identifier } from './identifier.tsx';

interface StaffLinkProps {
  id: string;
  /** Null for somebody who has left. */
  email: string | null;
  className?: string;
}

/** The way to one of the staff, by their proven address: a name is what its owner typed, and two may have the same. */
export const StaffLink = ({ id, email, className = '' }: StaffLinkProps) => (
  <AdminLink
    path="users/$id"
    id={id}
    className={`inline-block max-w-full rounded-lg align-bottom underline underline-offset-2 ${className}`}
  >
    <Identifier>{email ?? id}</Identifier>
  </AdminLink>
);
