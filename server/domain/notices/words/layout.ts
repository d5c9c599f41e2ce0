import { escapeHtml } from '#domain/common/escape-html.ts';

/** What every mail says about its site. */
export interface MailSite {
  productName: string;
  /** Origin of the site, without a trailing slash. */
  appUrl: string;
  supportEmail: string;
}

/** The texts of a mail, in reading order. Plain text; the layout escapes it. */
export interface MailContent {
  subject: string;
  /** First paragraphs. */
  paragraphs: readonly string[];
  /** Shown large, to be typed elsewhere. */
  code?: string;
  button?: { label: string; url: string };
  /** Small print below. */
  footnotes: readonly string[];
  /** A link in the small print. */
  link?: { label: string; url: string };
}

/** The language of a mail and its reading direction. */
export interface MailLanguage {
  language: string;
  direction: 'ltr' | 'rtl';
}

/** Returns the mail as plain text and as HTML with inline styles, the only ones that mail programs reliably keep. */
export function layOut(
  site: MailSite,
  content: MailContent,
  spoken: MailLanguage,
): { subject: string; text: string; html: string } {
  return { subject: content.subject, text: asText(site, content), html: asHtml(site, content, spoken) };
}

function asText(site: MailSite, { paragraphs, code, button, footnotes, link }: MailContent): string {
  const parts = [...paragraphs];
  if (code) parts.push(code);
  if (button) parts.push(`${button.label}:\n${button.url}`);
  parts.push(...footnotes);
  if (link) parts.push(`${link.label}:\n${link.url}`);
  parts.push(`${site.productName}\n${site.appUrl}`);
  return `${parts.join('\n\n')}\n`;
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/** For mail programs with a dark mode; the others keep the inline colours. */
const DARK_STYLE = `@media (prefers-color-scheme: dark) {
  .page { background: #111416 !important; }
  .card { background: #1b2023 !important; border-color: #30383c !important; }
  .strong { color: #f2f5f4 !important; }
  .soft { color: #a9b4b1 !important; }
  .code { background: #262d30 !important; color: #f2f5f4 !important; }
}`;

function asHtml(
  site: MailSite,
  { subject, paragraphs, code, button, footnotes, link }: MailContent,
  { language, direction }: MailLanguage,
): string {
  const lines = [
    ...paragraphs.map((text) => paragraph('strong', '16px', '#1a2421', text)),
    code ? codeBlock(code) : '',
    button ? buttonBlock(button) : '',
    ...footnotes.map((text) => paragraph('soft', '14px', '#56625e', text)),
    link ? linkBlock(link) : '',
  ];
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${DARK_STYLE}</style>
</head>
<body class="page" dir="${direction}" style="margin:0;padding:24px 12px;background:#f3f6f5">
<div class="card" style="max-width:480px;margin:0 auto;padding:28px 24px;background:#ffffff;border:1px solid #dde4e1;border-radius:12px">
<p class="strong" style="margin:0 0 20px;${FONT};font-size:18px;font-weight:700;color:#1a2421">${escapeHtml(site.productName)}</p>
${lines.filter(Boolean).join('\n')}
</div>
<p class="soft" style="max-width:480px;margin:16px auto 0;${FONT};font-size:13px;line-height:20px;color:#56625e;text-align:center">${escapeHtml(site.productName)} &middot; ${escapeHtml(site.appUrl)}</p>
</body>
</html>
`;
}

const paragraph = (tone: string, size: string, colour: string, text: string) =>
  `<p class="${tone}" style="margin:0 0 16px;${FONT};font-size:${size};line-height:1.5;color:${colour}">${escapeHtml(text)}</p>`;

const codeBlock = (code: string) =>
  `<p class="code" style="margin:0 0 20px;padding:16px;background:#eef3f1;border-radius:8px;text-align:center;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:32px;font-weight:700;letter-spacing:8px;direction:ltr;color:#1a2421">${escapeHtml(code)}</p>`;

const buttonBlock = ({ label, url }: { label: string; url: string }) =>
  `<p style="margin:0 0 20px"><a href="${escapeHtml(url)}" target="_blank" rel="noopener" style="display:inline-block;padding:12px 20px;background:#0b6b4f;border-radius:8px;${FONT};font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></p>`;

const linkBlock = ({ label, url }: { label: string; url: string }) =>
  `<p class="soft" style="margin:0;${FONT};font-size:14px;line-height:1.5;color:#56625e"><a class="soft" href="${escapeHtml(url)}" target="_blank" rel="noopener" style="color:#56625e">${escapeHtml(label)}</a></p>`;
