import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export interface ScreenProps {
  bar?: ReactNode;
  navigation?: ReactNode;
  /** `wide` if the content is a frame or a table. */
  width?: 'normal' | 'wide';
  children: ReactNode;
}

/** The frame of a member's screen: its bar, its content in one readable column, room for the navigation. */
export function Screen({ bar, navigation, width = 'normal', children }: ScreenProps) {
  const column = classes('mx-auto w-full px-4 sm:px-6', width === 'wide' ? 'max-w-6xl' : 'max-w-4xl');
  return (
    <div className={classes('min-h-dvh', Boolean(navigation) && 'lg:ps-60')}>
      {bar && <div className={classes(column, 'pt-1 lg:pt-5')}>{bar}</div>}
      <main
        className={classes(
          column,
          'pt-2',
          navigation ? 'pb-[calc(env(safe-area-inset-bottom)+6.5rem)] lg:pb-12' : 'pb-12',
        )}
      >
        {children}
      </main>
      {navigation}
    </div>
  );
}
