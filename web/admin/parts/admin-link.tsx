import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useFindSection } from './find-section.ts';

export interface AdminLinkProps
  extends Omit<ComponentProps<'a'>, 'href' | 'ref' | 'onPointerEnter' | 'onFocus'> {
  /** Below /admin, '' is the overview. */
  path: string;
  search?: Record<string, string>;
}

/** A link to a screen of the admins; its code is loaded when the link is pointed at. */
export function AdminLink({ path, search = {}, ...rest }: AdminLinkProps) {
  const findSection = useFindSection();
  const preload = () => {
    // A failure shows when the screen itself is opened.
    findSection(path)
      ?.section.screen.preload?.()
      ?.catch(() => undefined);
  };
  const shared = { ...rest, onPointerEnter: preload, onFocus: preload };
  if (path === '') return <Link to="/admin" search={search} {...shared} />;
  return <Link to="/admin/$" params={{ _splat: path }} search={search} {...shared} />;
}
