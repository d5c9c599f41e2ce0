import { OFFER_CATEGORIES, OFFER_ORDERS } from '#contract/offers.values.ts';
import { classes } from '#ui/classes.ts';
import { Options, SelectField } from '#ui/field.tsx';
import { LABELS_BESIDE } from '#ui/labels-beside.ts';
import { site } from '#web/shared/api/site.ts';
import { TypedFilter } from '#web/shared/forms/typed-filter.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { OFFER_SWITCHES, type OfferQuery, type OfferSearch } from './offer-search.ts';
import { devicesFromOwn } from './own-device.ts';
import { useDeviceNames } from './use-device-names.ts';

const FIELDS = classes('grid gap-x-3 gap-y-2 sm:grid-cols-2 sm:gap-y-3 lg:grid-cols-4', LABELS_BESIDE);
/** The search alone in its row, and on a large screen in one with the three choices. */
const FOUR = 'sm:max-lg:*:first:col-span-full sm:max-lg:*:last:col-span-full';
/** The search alone in its row, above four choices. */
const FIVE = 'sm:*:first:col-span-full';

interface OfferFilterBarProps {
  shown: OfferQuery;
  /** Takes the changed part of the address; undefined removes it. */
  onChange: (change: OfferSearch) => void;
}

/** Narrows and sorts the offers. */
export function OfferFilterBar({ shown, onChange }: OfferFilterBarProps) {
  const t = useT('offers');
  const names = useT('offers.filters');
  const orders = useT('offers.order');
  const categories = useT('offers.categories');
  const devices = useDeviceNames();
  const walls = new Map(site().offerWalls.map(({ id, title }) => [id, title]));
  const choosesWall = walls.size > 1;
  // Where no company says it, nothing would be found.
  const switches = OFFER_SWITCHES.filter((name) => name !== 'noPurchase' || site().purchaseKnown);
  return (
    <search aria-label={names('label')} className="grid gap-3">
      <div className={classes(FIELDS, choosesWall ? FIVE : FOUR)}>
        <TypedFilter label={t('search')} value={shown.search} onValue={(search) => onChange({ search })} />
        <SelectField
          label={orders('label')}
          value={shown.order}
          onChange={({ target }) => onChange({ order: target.value === 'points' ? undefined : target.value })}
        >
          <Options values={OFFER_ORDERS} label={(order) => orders(order)} />
        </SelectField>
        <SelectField
          label={names('device')}
          value={shown.device ?? ''}
          onChange={({ target }) => onChange({ device: target.value || undefined })}
        >
          <option value="">{names('anyDevice')}</option>
          <Options values={devicesFromOwn()} label={devices.name} />
        </SelectField>
        <SelectField
          label={names('category')}
          value={shown.category ?? ''}
          onChange={({ target }) => onChange({ category: target.value || undefined })}
        >
          <option value="">{names('anyCategory')}</option>
          <Options values={OFFER_CATEGORIES} label={(category) => categories(category)} />
        </SelectField>
        {choosesWall && (
          <SelectField
            label={names('wall')}
            value={shown.wall ?? ''}
            onChange={({ target }) => onChange({ wall: target.value || undefined })}
          >
            <option value="">{names('anyWall')}</option>
            <Options values={[...walls.keys()]} label={(wall) => walls.get(wall) ?? wall} />
          </SelectField>
        )}
      </div>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{names('label')}</legend>
        {switches.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={shown[name] === 'true'}
            onClick={() => onChange({ [name]: shown[name] === 'true' ? undefined : true })}
            className={classes(
              'min-h-11 rounded-full border-2 px-4 font-semibold text-sm transition-colors',
              shown[name] === 'true'
                ? 'border-brand bg-brand-soft text-on-brand-soft'
                : 'border-line bg-surface hover:border-muted',
            )}
          >
            {names(name)}
          </button>
        ))}
      </fieldset>
    </search>
  );
}
