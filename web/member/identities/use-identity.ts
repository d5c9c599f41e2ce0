import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Member } from '#contract/member.ts';
import { type SuspensionDetails, suspensionOf } from '#web/member/appeals/suspension.ts';
import { useEnter } from '#web/member/sign-in/use-enter.ts';
import { CallError, call } from '#web/shared/api/call.ts';
import { mayHaveBeenDone } from '#web/shared/api/may-have-been-done.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useT } from '#web/shared/language/language.tsx';
import { providerName } from '#web/shared/parts/provider-name.ts';
import { useAnswer } from './use-answer.ts';

/** What has to be asked before the other site's answer signs in. */
type Step =
  | { name: 'waiting' }
  | { name: 'code'; hasApp: boolean }
  | { name: 'create'; email: string; suggested: string }
  /** The address has an account, which has to be proven before the two are linked. */
  | { name: 'link'; email: string }
  /** The other site has not confirmed the address. */
  | { name: 'confirm' }
  | { name: 'suspended'; suspension: SuspensionDetails };

function stepAfter(error: Error): Step | undefined {
  const suspension = suspensionOf(error);
  if (suspension) return { name: 'suspended', suspension };
  if (!(error instanceof CallError)) return undefined;
  const { next, email, name, code } = error.details;
  if (error.code === 'two_factor_required') return { name: 'code', hasApp: code !== 'backup' };
  if (error.code !== 'identity_unknown') return undefined;
  if (next === 'create') return { name: 'create', email: String(email), suggested: String(name) };
  if (next === 'sign_in') return { name: 'link', email: String(email) };
  return { name: 'confirm' };
}

const REPEATABLE = new Set(['invalid_two_factor_code', 'too_many_requests']);
/** Whether the same form can be sent again: only a success uses the answer of the other site up. */
const canRepeat = (error: Error): boolean =>
  mayHaveBeenDone(error) || (error instanceof CallError && REPEATABLE.has(error.code ?? ''));

/** Signs a visitor in by the answer of another site, and leads through what the server asks for. */
export function useIdentity(provider: string) {
  const t = useT('auth.identity');
  const navigate = useNavigate();
  const enter = useEnter();
  const [step, setStep] = useState<Step>({ name: 'waiting' });
  const name = providerName(provider);
  const leave = () => void navigate({ to: '/auth', search: { login: true }, replace: true });
  const goOn = (error: Error): true => {
    const next = stepAfter(error);
    if (!next) return giveUp(error);
    setStep(next);
    return true;
  };
  const login = useCallMutation((code?: string) => call('POST /api/login/identity', { body: { code } }), {
    onDone: enter,
    onRefused: (error) => {
      // The form of the code says it.
      if (step.name === 'code' && canRepeat(error)) return true;
      login.reset();
      return goOn(error);
    },
  });
  const register = useCallMutation(
    (chosen: string) => call('POST /api/register/identity', { body: { name: chosen } }),
    {
      onDone: enter,
      onRefused: (error) => !canRepeat(error) && goOn(error),
      failed: t('failed', { provider: name }),
    },
  );
  const link = useCallMutation((_: Member) => call('POST /api/user/identities'), {
    done: { title: t('done', { provider: name }), description: t('doneText') },
    failed: t('failed', { provider: name }),
    onEnd: (_, __, member) => enter(member),
  });
  const giveUp = useAnswer(provider, { onVouched: () => login.mutate(undefined), onLeave: leave });
  return {
    name,
    step,
    login,
    register,
    /** Goes on with a member who has signed in another way: links, unless it is somebody else. */
    signedIn: (member: Member) =>
      step.name === 'link' && member.email === step.email ? link.mutate(member) : enter(member),
    leave,
  };
}
