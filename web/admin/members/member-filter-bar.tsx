import { MEMBER_FILTERS, MEMBER_SEARCH_MIN_LENGTH } from '#contract/members.values.ts';
import { Options, SelectField } from '#ui/field.tsx';
import { FilterBar } from '#web/admin/parts/filter-bar.tsx';
import { useSectionSearch } from '#web/admin/parts/use-section.ts';
import { useT } from '#web/shared/language/language.tsx';

const FIRST_PAGE = { after: undefined, before: undefined };
const NOTHING = { ...FIRST_PAGE, q: undefined, status: undefined, balance: undefined };

/** Search and filters of the table of members. */
export function MemberFilterBar() {
  const t = useT('members');
  const { search, change } = useSectionSearch();
  const { q, status, balance, order } = search;
  const filtered = q || status || balance || order;
  return (
    <FilterBar
      search={q ?? ''}
      searchLabel={t('search')}
      searchHint={t('searchHint', { count: MEMBER_SEARCH_MIN_LENGTH })}
      onSearch={(text) => {
        // Search results cannot be ordered by name.
        const newest = order === 'name' ? { order: undefined, direction: undefined } : {};
        change({ ...FIRST_PAGE, ...newest, q: text || undefined });
      }}
      onClear={filtered ? () => change({ ...NOTHING, order: undefined, direction: undefined }) : undefined}
    >
      <SelectField
        label={t('status')}
        value={status ?? ''}
        onChange={({ target }) => change({ ...FIRST_PAGE, status: target.value || undefined })}
      >
        <option value="">{t('anyStatus')}</option>
        <Options values={MEMBER_FILTERS} label={(filter) => t(`statuses.${filter}`)} />
      </SelectField>
      <SelectField
        label={t('points')}
        value={balance ?? ''}
        onChange={({ target }) => change({ ...FIRST_PAGE, balance: target.value || undefined })}
      >
        <option value="">{t('anyBalance')}</option>
        <option value="yes">{t('withBalance')}</option>
      </SelectField>
    </FilterBar>
  );
}
