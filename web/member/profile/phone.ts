/** Country codes of one and two digits; all others have three (ITU-T E.164, list of 2016). */
const PARTS = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d+)$/;

/** An E.164 number in readable groups: `+1 (555) 010-0199`, `+49 301 234 567`. */
export function readablePhone(number: string): string {
  const [, country = '', rest = ''] = PARTS.exec(number) ?? [];
  if (!country) return number;
  const american = country === '1' && /^(\d{3})(\d{3})(\d{4})$/.exec(rest);
  if (american) return `+1 (${american[1]}) ${american[2]}-${american[3]}`;
  // Leaves no last group of one digit, which would look like a mistake.
  return `+${country} ${rest.replaceAll(/\d{3}(?=\d{2})/g, '$& ')}`;
}
