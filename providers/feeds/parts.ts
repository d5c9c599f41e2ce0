/** Words of several vendors for kinds of devices. */
export const MOBILE: Record<string, ('android_phone' | 'android_tablet' | 'ipad' | 'iphone')[]> = {
  iphone: ['iphone'],
  ipad: ['ipad'],
  ios: ['iphone', 'ipad'],
  android: ['android_phone', 'android_tablet'],
  android_phone: ['android_phone'],
  android_tablet: ['android_tablet'],
};

export const ALL_DEVICES: Record<
  string,
  ('android_phone' | 'android_tablet' | 'desktop' | 'ipad' | 'iphone')[]
> = {
  ...MOBILE,
  desktop: ['desktop'],
  web: ['desktop'],
  windows: ['desktop'],
  macos: ['desktop'],
  mac: ['desktop'],
  all: ['android_phone', 'android_tablet', 'desktop', 'ipad', 'iphone'],
  '*': ['android_phone', 'android_tablet', 'desktop', 'ipad', 'iphone'],
};

/** Hosts at which the shops of apps keep the pictures that vendors pass on. */
export const SHOP_PICTURES = ['googleusercontent.com', 'mzstatic.com'];
