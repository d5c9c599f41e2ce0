import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

/** Sources by directive of a Content-Security-Policy (CSP Level 3). */
export type Policy = Record<string, string[]>;

/**
 * Security headers of every response. Scripts and styles come only from this site, frames and vendor scripts only from
 * the configured walls. A page with inline blocks sets its own policy, by `policyHeader`.
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
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [] },
  });
  return async (c, next) => {
    await others(c, next);
    if (!c.res.headers.has('Content-Security-Policy')) c.res.headers.set('Content-Security-Policy', standard);
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
