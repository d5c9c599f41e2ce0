import { useState } from 'react';
import { classes } from '#ui/classes.ts';

const TINTS = [
  'bg-brand-soft text-on-brand-soft',
  'bg-accent-soft text-on-accent-soft',
  'bg-sunken text-ink',
];

interface OfferPictureProps {
  /** Path of this site; null if there is none. */
  src: string | null;
  /** Of the offer; its first letter stands in for a picture. */
  title: string;
  className?: string;
}

/** The picture of an offer, or a tile with a letter if there is none or it does not load. Decoration: the title is beside it. */
export function OfferPicture({ src, title, className = 'size-14' }: OfferPictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const shape = classes('shrink-0 rounded-2xl', className);
  if (src !== null && failed !== src)
    return (
      <img
        src={src}
        alt=""
        loading="lazy"
        decoding="async"
        width={56}
        height={56}
        onError={() => setFailed(src)}
        className={classes(shape, 'bg-sunken object-cover')}
      />
    );
  const letter = /[\p{L}\p{N}]/u.exec(title)?.[0].toLocaleUpperCase() ?? '•';
  const tint = TINTS[(letter.codePointAt(0) ?? 0) % TINTS.length];
  return (
    <span aria-hidden="true" className={classes(shape, 'grid place-items-center font-bold text-2xl', tint)}>
      {letter}
    </span>
  );
}
