/** Minutes and seconds in the digits of the locale: `1:05`. */
export function minutes(locale: string, seconds: number): string {
  const digits = (minimumIntegerDigits: number, value: number) =>
    new Intl.NumberFormat(locale, { minimumIntegerDigits }).format(value);
  return `${digits(1, Math.floor(seconds / 60))}:${digits(2, seconds % 60)}`;
}
