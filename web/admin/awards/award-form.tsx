import { type FormEvent, useState } from 'react';
import { MONEY_TEXT_MAX_LENGTH } from '#contract/approvals.values.ts';
import { CARD_TIER_USD, CARD_TIERS, type CardTier } from '#contract/rewards.values.ts';
import { Button } from '#ui/button.tsx';
import { Options, SelectField, TextField } from '#ui/field.tsx';
import { useStateToast } from '#ui/use-state-toast.ts';
import { useReadAllAgain } from '#web/admin/parts/use-read-again.ts';
import { useRequestId } from '#web/admin/parts/use-request-id.ts';
import { call } from '#web/shared/api/call.ts';
import { mayHaveBeenDone } from '#web/shared/api/may-have-been-done.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { type ChosenMember, MemberSelect } from './member-select.tsx';
import { useFollowAward } from './use-follow-award.ts';

interface AwardFormProps {
  /** The member to award; without it the form asks. */
  userId?: string;
}

/** The form of an award: a member, a card tier, and the message to the member. */
export function AwardForm({ userId }: AwardFormProps) {
  const t = useT('awards');
  const { dollars } = useFormats();
  const [member, setMember] = useState<ChosenMember>();
  const [tier, setTier] = useState<CardTier | ''>('');
  const [reason, setReason] = useState('');
  // What was chosen while the award was sent is for the next one.
  const award = useAward((sent) => {
    setMember((now) => (now?.id === sent.userId ? undefined : now));
    setTier((now) => (now === sent.cardTier ? '' : now));
    setReason((now) => (now.trim() === (sent.reason ?? '') ? '' : now));
  });
  const id = userId ?? member?.id;
  const tellMissing = useStateToast(!id || tier === '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!id || tier === '') {
      tellMissing({ title: t('missing'), description: t('missingText'), tone: 'error' });
    } else award.mutate({ userId: id, cardTier: tier, ...(reason.trim() && { reason: reason.trim() }) });
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      {userId === undefined && <MemberSelect label={t('user')} chosen={member} onChoose={setMember} />}
      <SelectField
        label={t('tier')}
        value={tier}
        onChange={({ target }) => setTier(CARD_TIERS.find((one) => one === target.value) ?? '')}
      >
        <option value="">{t('chooseTier')}</option>
        <Options values={CARD_TIERS} label={(one) => dollars(CARD_TIER_USD[one] * 100)} />
      </SelectField>
      <TextField
        label={t('reason')}
        hint={t('reasonHint')}
        maxLength={MONEY_TEXT_MAX_LENGTH}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <div>
        <Button type="submit" loading={award.isPending}>
          {t('submit')}
        </Button>
      </div>
    </form>
  );
}

interface AwardInput {
  userId: string;
  cardTier: CardTier;
  reason?: string;
}

function useAward(onDone: (sent: AwardInput) => void) {
  const t = useT('awards');
  const readAllAgain = useReadAllAgain();
  const follow = useFollowAward();
  const request = useRequestId();
  const send = (input: AwardInput) => {
    const { userId, ...award } = input;
    const amountUSD = CARD_TIER_USD[award.cardTier];
    const body = { ...award, amountUSD, requestId: request.idOf(input) };
    return call('POST /api/admin/gift-cash/{userId}', { params: { userId }, body });
  };
  return useCallMutation(send, {
    fresh: true,
    done: ({ standing }) =>
      standing === 'awaiting_approval'
        ? { title: t('waitsTitle'), description: t('waits') }
        : { title: t('done') },
    onDone: ({ id }, input) => {
      request.next();
      onDone(input);
      follow(id);
      return readAllAgain();
    },
    failed: (error, words) => ({
      title: t('failed'),
      description: mayHaveBeenDone(error) ? t('tryAgain') : words.text(error),
    }),
  });
}
