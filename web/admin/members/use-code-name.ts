import { useCallback } from 'react';
import { useT } from '#web/shared/language/language.tsx';

type Codes =
  | 'member.decisions'
  | 'member.noticeKinds'
  | 'member.rewardStatuses'
  | 'member.signalNames'
  | 'member.transferKinds'
  | 'appeals.reasons';

/** The words of a code that the server keeps; a code that has none yet stands for itself. */
export function useCodeName(codes: Codes): (code: string) => string {
  const t = useT(codes);
  return useCallback((code) => (t.has(code as never) ? t(code as never) : code), [t]);
}
