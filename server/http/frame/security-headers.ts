import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

/** Where browsers report what they refused on our pages. */
export const VIOLATIONS_PATH = '/api/policy-violations';
const VIOLATIONS = 'violations';

/** Sources by directive of a Content-Security-Policy (CSP Level 3). */
export type Policy = Record<string, string[]>;

/**
 * For what is no page, in case that a browser opens it as one or runs it as a worker. The policy of pages is longer than many a
 * response.
 */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";
/** It asks for what pages ask for. */
const SERVICE_WORKER = '/service-worker.js';
/** Headers that browsers read of pages alone. */
const OF_PAGES = [
  'Reporting-Endpoints',
  'Permissions-Policy',
  'Cross-Origin-Opener-Policy',
  'X-DNS-Prefetch-Control',
  'X-XSS-Protection',
  'X-Download-Options',
  'X-Permitted-Cross-Domain-Policies',
];

/**
 * Security headers of every response. Scripts and styles come only from this site and the vendors of captcha and cards
 * that are set up, frames also from the configured walls; a wall's own script runs in a page of its own. A page with
 * inline blocks sets its own policy, by `policyHeader`.
 */
export function securityHeaders(options: {
  appUrl: string;
  frameOrigins: string[];
  scriptOrigins: string[];
  connectOrigins: string[];
}): MiddlewareHandler {
  const secure = options.appUrl.startsWith('https:');
  const standard = policyHeader(sitePolicy(options));
  const others = secureHeaders({
    strictTransportSecurity: secure ? 'max-age=63072000; includeSubDomains' : false,
    xFrameOptions: false,
    // Nothing here needs it, and browsers refuse it with a warning to pages that were opened before an update.
    originAgentCluster: false,
    referrerPolicy: 'strict-origin-when-cross-origin',
    crossOriginResourcePolicy: 'same-origin',
    crossOriginOpenerPolicy: 'same-origin',
    reportingEndpoints: [{ name: VIOLATIONS, url: options.appUrl + VIOLATIONS_PATH }],
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [] },
  });
  return async (c, next) => {
    await others(c, next);
    const { headers } = c.res;
    const isPage = headers.get('Content-Type')?.startsWith('text/html') || c.req.path === SERVICE_WORKER;
    if (!isPage) for (const name of OF_PAGES) headers.delete(name);
    // A browser goes on with the policy of what it has kept.
    if (c.res.status === 304) headers.delete('Content-Security-Policy');
    else if (!headers.has('Content-Security-Policy')) {
      headers.set('Content-Security-Policy', isPage ? standard : NO_PAGE);
    }
  };
}

/** The policy of the site's own pages. */
export function sitePolicy(options: {
  appUrl: string;
  frameOrigins: string[];
  scriptOrigins: string[];
  connectOrigins: string[];
}): Policy {
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...options.scriptOrigins],
    'style-src': ["'self'", ...options.scriptOrigins],
    'img-src': ["'self'", 'data:', ...options.scriptOrigins],
    'font-src': ["'self'", ...options.scriptOrigins],
    'media-src': ["'self'"],
    'connect-src': ["'self'", ...options.scriptOrigins, ...options.connectOrigins],
    'worker-src': ["'self'", 'blob:'],
    'frame-src': ["'self'", ...options.frameOrigins, ...options.scriptOrigins],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    // Older browsers know the first one only, newer ones ignore it beside the second.
    'report-uri': [VIOLATIONS_PATH],
    'report-to': [VIOLATIONS],
    ...(options.appUrl.startsWith('https:') ? { 'upgrade-insecure-requests': [] } : {}),
  };
}

export const policyHeader = (policy: Policy): string =>
  Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ');

/** The policy, extended by the hashes of a page's inline scripts and styles (CSP Level 3, section 6.7). */
export function allowInline(policy: Policy, html: string): Policy {
  const scripts = hashes(
    html,
    /<script(?![^>]*(?:\bsrc=|application\/(?:ld\+)?json))[^>]*>([\s\S]*?)<\/script>/g,
  );
  const styles = hashes(html, /<style[^>]*>([\s\S]*?)<\/style>/g);
  return {
    ...policy,
    'script-src': [...(policy['script-src'] ?? []), ...scripts],
    'style-src': [...(policy['style-src'] ?? []), ...styles],
  };
}

function hashes(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}
