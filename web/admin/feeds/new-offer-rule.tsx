import { type FormEvent, useState } from 'react';
import type { FeedHealth } from '#contract/feeds.ts';
import type { CallInput } from '#contract/index.ts';
import { OFFER_REASON_MAX, OFFER_WORD_MAX, type OfferEffect } from '#contract/offer-rules.values.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextArea, TextField } from '#ui/field.tsx';
import { PointsCell } from '#web/admin/parts/cells.tsx';
import { inWords } from '#web/admin/parts/in-words.ts';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useT } from '#web/shared/language/language.tsx';
import { OFFERS_KEY, offerRulesQuery } from './offer-rules-query.ts';
import { readRule } from './read-rule.ts';

/** A single offer is featured from its own row. */
const EFFECTS = ['hide', 'limit'] as const satisfies OfferEffect[];
const EMPTY = {
  wall: '',
  category: '',
  words: '',
  pointsBelow: '',
  purchase: '',
  effect: 'hide',
  countries: '',
  newMemberDays: '',
  reason: '',
};
const POINTS_LENGTH = 7;
const DAYS_LENGTH = 3;
const COUNTRIES_MAX_LENGTH = 300;

/** A rule for many offers: which ones, shown before it is kept, and what becomes of them. */
export function NewOfferRule({ feeds }: { feeds: FeedHealth[] }) {
  const t = useT('feeds');
  const rules = useT('rules');
  const [typed, setTyped] = useState(EMPTY);
  const failed = inWords(t('ruleFailed'));
  const { unread, conditions, limits } = readRule(typed);
  const isLimit = typed.effect === 'limit';
  const preview = useCallMutation(
    () => {
      const { purchase, ...given } = conditions;
      const said = Object.entries(given).filter(([, value]) => value !== null);
      const query = {
        ...Object.fromEntries(said),
        ...(purchase === null ? {} : { purchase: String(purchase) }),
      };
      return call('GET /api/admin/offer-rules/preview', { query: query as never });
    },
    { failed },
  );
  const save = useCallMutation(
    (rule: typeof EMPTY) => call('POST /api/admin/offer-rules', { body: bodyOf(rule) }),
    {
      done: { title: t('ruleSaved') },
      stale: [offerRulesQuery.queryKey, OFFERS_KEY],
      failed,
      onDone: (_, sent) => {
        // Once anything was changed for the next rule, the rest is for it too: fewer conditions would hit more offers.
        setTyped((now) => (now === sent ? EMPTY : now));
        preview.reset();
      },
    },
  );
  const names = Object.values(conditions).some((value) => value !== null);
  const canBeTried = names && unread.length === 0;
  const isReady =
    canBeTried &&
    typed.reason.trim() !== '' &&
    (!isLimit || limits.countries !== null || limits.newMemberDays !== null);
  const field = (name: keyof typeof EMPTY) => ({
    value: typed[name],
    error: unread.includes(name) ? rules('invalid') : undefined,
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped({ ...typed, [name]: target.value });
      preview.reset();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) save.mutate(typed);
  };
  return (
    <form onSubmit={submit} className="grid gap-4 border-line border-t pt-5">
      <h3 className="font-semibold">{t('newRule')}</h3>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <SelectField label={t('feed')} {...field('wall')}>
          <option value="">{t('anyFeed')}</option>
          {feeds.map(({ wall, title }) => (
            <option key={wall} value={wall}>
              {title}
            </option>
          ))}
        </SelectField>
        <TextField label={t('words')} maxLength={OFFER_WORD_MAX} {...field('words')} />
        <TextField label={t('category')} maxLength={OFFER_WORD_MAX} {...field('category')} />
        <TextField
          label={t('pointsBelow')}
          inputMode="numeric"
          dir="ltr"
          maxLength={POINTS_LENGTH}
          {...field('pointsBelow')}
        />
        <SelectField label={t('purchase')} {...field('purchase')}>
          <option value="">{t('eitherWay')}</option>
          <option value="true">{t('asksMoney')}</option>
          <option value="false">{t('asksNone')}</option>
        </SelectField>
        <SelectField label={t('effect')} {...field('effect')}>
          {EFFECTS.map((effect) => (
            <option key={effect} value={effect}>
              {t(`effects.${effect}`)}
            </option>
          ))}
        </SelectField>
        {isLimit && (
          <>
            <TextField
              label={t('onlyCountries')}
              hint={t('countriesHint')}
              dir="ltr"
              maxLength={COUNTRIES_MAX_LENGTH}
              {...field('countries')}
            />
            <TextField
              label={t('onlyNew')}
              inputMode="numeric"
              dir="ltr"
              maxLength={DAYS_LENGTH}
              {...field('newMemberDays')}
            />
          </>
        )}
      </div>
      <TextArea
        label={t('reason')}
        hint={t('forStaff')}
        rows={2}
        maxLength={OFFER_REASON_MAX}
        {...field('reason')}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={!isReady} loading={save.isPending}>
          {t('saveRule')}
        </Button>
        <Button
          type="button"
          variant="secondary"
          disabled={!canBeTried}
          loading={preview.isPending}
          onClick={() => preview.mutate(undefined)}
        >
          {t('preview')}
        </Button>
      </div>
      <div role="status">
        {preview.data && (
          <div className="grid gap-2 rounded-2xl bg-sunken p-4 text-sm">
            <p className="font-semibold">{t('matching', { count: preview.data.offers })}</p>
            <ul className="grid gap-1">
              {preview.data.examples.map(({ wall, offerId, title, totalPoints }) => (
                <li key={`${wall}/${offerId}`} className="flex flex-wrap justify-between gap-x-3">
                  <bdi className="wrap-anywhere">{title}</bdi>
                  {totalPoints === null ? t('varies') : <PointsCell points={totalPoints} />}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </form>
  );
}

function bodyOf(rule: typeof EMPTY): CallInput<'POST /api/admin/offer-rules'>['body'] {
  const { conditions, limits } = readRule(rule);
  const effect = rule.effect === 'limit' ? 'limit' : 'hide';
  return { ...conditions, ...limits, offerId: null, endsAt: null, effect, reason: rule.reason.trim() };
}
