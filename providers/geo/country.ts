import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Reader } from 'mmdb-lib';

interface Place {
  country_code?: string;
}

const PACKAGE = '@ip-location-db/geo-whois-asn-country-mmdb/package.json';
const FILE = 'geo-whois-asn-country.mmdb';

/**
 * Returns a function that tells the country to which a registry has given an address, from an installed file without
 * network calls. Source: the statistics of the Number Resource Organization (nro.net, CC BY 4.0), collected by
 * ip-location-db. A member who travels or uses a VPN may be elsewhere.
 */
export function openCountries(): (ip: string) => string | undefined {
  const folder = path.dirname(createRequire(import.meta.url).resolve(PACKAGE));
  const reader = new Reader<never>(readFileSync(path.join(folder, FILE)));
  return (ip) => (reader.get(ip) as Place | null)?.country_code;
}
