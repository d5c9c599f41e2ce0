import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useFindSection } from './find-section.ts';
import type { PlainSectionPath } from './section-path.ts';

/** The part of the address below /admin. */
export function useSectionPath(): string {
  const { _splat = '' } = useParams({ strict: false });
  return _splat.replace(/\/$/, '');
}

interface Opening {
  search?: Record<string, string>;
  /** Instead of this screen in the browser's history. */
  replace?: boolean;
}

/** Returns a function that opens another screen of the admins. */
export function useOpenSection(): (path: PlainSectionPath, how?: Opening) => Promise<void> {
  const navigate = useNavigate();
  return (path, { search = {}, replace = false } = {}) =>
    navigate({ to: '/admin/$', params: { _splat: path }, search, replace });
}

/** The values of the `$` parts of this screen's path. */
export function useSectionParams(): Record<string, string> {
  return useFindSection()(useSectionPath())?.params ?? {};
}

/** The query of the address: filters, order, place in a list. `change` sets values; undefined removes one. */
export function useSectionSearch(): {
  search: Record<string, string>;
  change: (changes: Record<string, string | undefined>) => void;
} {
  const found: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (changes: Record<string, string | undefined>) =>
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, ...changes }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  // The router parses `?after=12` as a number.
  const search = Object.fromEntries(
    Object.entries(found).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  );
  return { search, change };
}
