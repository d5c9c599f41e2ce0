import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useFindSection } from './find-section.ts';
import { type SectionPlace, sectionAddress } from './section-path.ts';

export type AdminLinkProps = SectionPlace &
  Omit<ComponentProps<'a'>, 'href' | 'id' | 'ref' | 'onPointerEnter' | 'onFocus'> & {
    search?: Record<string, string>;
  };

/** A link to a screen of the admins. Pointing at it loads the screen's code. */
export function AdminLink({ path, id, search = {}, ...rest }: AdminLinkProps) {
  const findSection = useFindSection();
  const address = sectionAddress({ path, id } as SectionPlace);
  const preload = () => {
    // A failure shows when the screen is opened.
    findSection(address)
      ?.section.screen.preload?.()
      ?.catch(() => undefined);
  };
  const shared = { ...rest, onPointerEnter: preload, onFocus: preload };
  if (address === '') return <Link to="/admin" search={search} {...shared} />;
  return <Link to="/admin/$" params={{ _splat: address }} search={search} {...shared} />;
}
