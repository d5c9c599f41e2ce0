import { useT } from '#web/shared/language/language.tsx';

type Codes =
  | 'member.decisions'
  | 'member.noticeKinds'
  | 'member.rewardReasons'
  | 'member.rewardStatuses'
  | 'member.signalNames'
  | 'member.transferKinds'
  | 'appeals.reasons';

/** Names a code of the server; a code without a name is shown as it is. */
export function useCodeName(codes: Codes): (code: string) => string {
  const t = useT(codes);
  return (code) => (t.has(code as never) ? t(code as never) : code);
}
