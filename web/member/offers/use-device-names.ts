import type { FeedDevice } from '#contract/feeds.values.ts';
import { useLanguage, useT } from '#web/shared/language/language.tsx';
import { worksOn } from './own-device.ts';

/** Kinds of devices in words. */
export function useDeviceNames() {
  const t = useT('offers.devices');
  const { code } = useLanguage();
  const list = (devices: readonly FeedDevice[]): string =>
    new Intl.ListFormat(code, { type: 'disjunction' }).format(devices.map((device) => t(device)));
  return {
    name: (device: FeedDevice): string => t(device),
    /** The devices that an offer needs, if this is none of them. */
    elsewhere: (devices: readonly FeedDevice[] | null): string | undefined =>
      devices === null || worksOn(devices) ? undefined : list(devices),
  };
}
