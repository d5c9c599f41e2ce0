import { useNavigate } from '@tanstack/react-router';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { FreshSignInProvider } from '#web/shared/fresh-sign-in/fresh-sign-in.tsx';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { providerName } from '#web/shared/parts/provider-name.ts';
import { useAnswer } from './use-answer.ts';
import { Waiting } from './waiting.tsx';

/** Links the other site's answer to the member who began the visit on the profile, and goes back there. */
export function LinkPage({ provider }: { provider: string }) {
  return (
    <AreaTexts area="account">
      <FreshSignInProvider>
        <Linking provider={provider} />
      </FreshSignInProvider>
    </AreaTexts>
  );
}

function Linking({ provider }: { provider: string }) {
  const t = useT('auth.identity');
  const navigate = useNavigate();
  const back = () => void navigate({ to: '/profile', replace: true });
  const name = providerName(provider);
  const link = useCallMutation(() => call('POST /api/user/identities'), {
    fresh: true,
    done: { title: t('done', { provider: name }), description: t('doneText') },
    failed: t('failed', { provider: name }),
    onEnd: back,
  });
  useAnswer(provider, { onVouched: () => link.mutate(), onLeave: back });
  return <Waiting />;
}
