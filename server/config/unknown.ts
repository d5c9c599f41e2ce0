import { fileOf } from './files.ts';

/**
 * Names of the environment that look like a misspelt setting. The environment holds many variables of others, so a name
 * is judged only if it is nearly one of ours, or begins like those of a service that it sets up.
 */

/** Beginnings that hardly any other program uses; those of payout vendors are added by the caller. */
const FAMILIES = ['SMTP_', 'CAPTCHA_', 'APPLE_PASS_', 'GOOGLE_WALLET_', 'TRUSTED_'];
/** Usual variables of others that are nearly ours, and those that Kubernetes makes of the names of services. */
const OF_OTHERS = /^API_|^DATABASE_USER$|^POST$|_SERVICE_(HOST|PORT)|_PORT_\d+_(TCP|UDP)/;
/** One mistake for so many characters of a setting's name. */
const CHARACTERS_PER_MISTAKE = 6;
/** No setting has such a long name. */
const LENGTH_MAX = 64;

/** Returns a line for each of the `names` that looks like one of the `settings` and is none. */
export function unknownSettings(
  names: readonly string[],
  settings: readonly string[],
  families: readonly string[],
): string[] {
  const known = [...settings, ...settings.map(fileOf)];
  return names
    .filter((name) => !known.includes(name) && name.length <= LENGTH_MAX && !OF_OTHERS.test(name))
    .flatMap((name) => {
      const nearest = nearestTo(name.toUpperCase(), known, [...FAMILIES, ...families]);
      return nearest ? [`${name}: is no setting; the nearest is ${nearest}`] : [];
    });
}

function nearestTo(name: string, known: string[], families: string[]): string | undefined {
  const family = families.find((beginning) => name.startsWith(beginning));
  const most = ({ length }: string) =>
    family ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(length / CHARACTERS_PER_MISTAKE));
  const [nearest] = known
    .filter((setting) => setting.startsWith(family ?? ''))
    .filter((setting) => Math.abs(setting.length - name.length) <= most(setting))
    .map((setting) => ({ setting, mistakes: mistakesBetween(name, setting) }))
    .filter(({ setting, mistakes }) => mistakes <= most(setting))
    .toSorted((a, b) => a.mistakes - b.mistakes);
  return nearest?.setting;
}

/** How many letters are missing, added, wrong or exchanged with their neighbour (optimal string alignment). */
function mistakesBetween(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= a.length; row += 1) {
    rows[row] = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      const exchanged = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + same,
          exchanged ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(a.length, b.length);
}
