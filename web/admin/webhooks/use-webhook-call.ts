import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useT } from '#web/shared/language/language.tsx';
import { webhookKeys } from './webhooks-query.ts';

/** A call about one webhook: asks for a fresh sign-in if required, shows a toast, and reads the webhook again. */
export function useWebhookCall<Input = void>(
  id: string,
  send: (input: Input) => Promise<unknown>,
  doneText: string,
) {
  const t = useT('webhooks');
  return useCallMutation(send, {
    fresh: true,
    done: { title: doneText },
    stale: webhookKeys(id),
    failed: t('failed'),
  });
}
