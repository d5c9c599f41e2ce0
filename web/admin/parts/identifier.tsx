import { Fragment } from 'react';

/** After these an address, a path or an id may go on in the next line. */
const ENDS = /(?<=[@.:/_-])/;

/**
 * An email address, an id or another word for machines: it is broken only between its parts, and a part that is too long
 * for its line ends with an ellipsis. The whole of it is the tooltip, and is what is copied.
 */
export function Identifier({ children }: { children: string }) {
  return (
    <span className="wrap-normal block overflow-hidden text-ellipsis">
      <bdi title={children}>
        {children.split(ENDS).map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one word
          <Fragment key={at}>
            {at > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
      </bdi>
    </span>
  );
}
