import { Counter } from '@prometheus-io/client';
import type { Hono } from 'hono';
import { z } from 'zod';
import { Refusal } from '#domain/common/refusal.ts';
import type { Services } from '#server/compose/services.ts';
import type { Env } from '#server/http/frame/env.ts';
import { VIOLATIONS_PATH } from '#server/http/frame/security-headers.ts';
import { withoutPersonal } from '#server/http/frame/without-personal.ts';

/** Characters of one request. Browsers send a few reports of about a kilobyte together. */
const TEXT_MAX = 16 * 1024;
const REPORTS_MAX = 10;

const text = z.string().max(4_000);
/** As browsers send it for `report-uri` (CSP Level 2), and for `report-to` (CSP Level 3, Reporting API). */
const Reports = z.union([
  z
    .object({
      'csp-report': z.object({
        'effective-directive': text.optional(),
        'violated-directive': text.optional(),
        'blocked-uri': text.optional(),
        'document-uri': text,
        'source-file': text.optional(),
      }),
    })
    .transform(({ 'csp-report': report }) => [
      {
        directive: report['effective-directive'] ?? report['violated-directive'] ?? '',
        blocked: report['blocked-uri'] ?? '',
        page: report['document-uri'],
        source: report['source-file'] ?? '',
      },
    ]),
  z
    .array(
      z.object({
        type: z.literal('csp-violation'),
        body: z.object({
          effectiveDirective: text,
          blockedURL: text.nullish(),
          documentURL: text,
          sourceFile: text.nullish(),
        }),
      }),
    )
    .max(REPORTS_MAX)
    .transform((reports) =>
      reports.map(({ body }) => ({
        directive: body.effectiveDirective,
        blocked: body.blockedURL ?? '',
        page: body.documentURL,
        source: body.sourceFile ?? '',
      })),
    ),
]);
type Report = z.output<typeof Reports>[number];

/** Those that our policy has, so that nobody makes labels of the metric. */
const DIRECTIVE =
  /^(?:default|script|style|img|font|media|connect|worker|frame|object)-src(?:-elem|-attr)?|^(?:base-uri|form-action|frame-ancestors)/;
/** Schemes of browsers' own pages and extensions, which change pages as they like. */
const OTHERS = /^(?:[a-z-]*extension|about|chrome|resource|safari-[a-z-]+|ms-browser-[a-z-]+|user-script)\b/i;

const counted = new Counter({
  name: 'policy_violations_total',
  help: 'Violations of the content security policy that browsers reported, without those of extensions',
  labelNames: ['directive'],
});

/**
 * `POST /api/policy-violations`: what a browser refused on our pages. Anyone may send anything here, so it is limited, and of a
 * report the log has three fields of known forms: the directive, the origin that was refused, and the page without its query.
 */
export function policyViolationRoutes(
  app: Hono<Env>,
  { limits, log, appUrl }: Pick<Services, 'limits' | 'log' | 'appUrl'>,
): void {
  app.post(VIOLATIONS_PATH, async (c) => {
    await limits.take(['violation_ip', c.var.request.ip]);
    const sent = await c.req.text();
    const reports = sent.length <= TEXT_MAX ? Reports.safeParse(parse(sent)).data : undefined;
    if (!reports) throw new Refusal('invalid_input');
    for (const report of reports) {
      const violation = readViolation(report, appUrl);
      if (!violation) continue;
      counted.inc({ directive: violation.directive });
      log.warn(violation, 'content security policy violated');
    }
    return c.body(null, 204);
  });
}

/** Undefined for what says nothing about our pages: those of others, and the work of extensions. */
function readViolation({ directive, blocked, page, source }: Report, appUrl: string) {
  const [known] = DIRECTIVE.exec(directive) ?? [];
  const address = URL.parse(page);
  if (!known || address?.origin !== appUrl) return undefined;
  if (OTHERS.test(blocked) || OTHERS.test(source)) return undefined;
  return {
    directive: known,
    blocked: originOf(blocked),
    page: withoutPersonal(address.pathname).slice(0, 200),
  };
}

/** The origin of an address; a word as it is (`inline`, `eval`, `data`). */
function originOf(blocked: string): string {
  const { origin } = URL.parse(blocked) ?? {};
  if (origin && origin !== 'null') return origin.slice(0, 200);
  return /^[a-z-]{1,30}/.exec(blocked)?.[0] ?? '';
}

function parse(sent: string): unknown {
  try {
    return JSON.parse(sent);
  } catch {
    throw new Refusal('invalid_json');
  }
}
