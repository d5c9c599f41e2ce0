import { site } from '#web/shared/api/site.ts';

/** The address of the support, as a link that writes to it. */
export function SupportLink() {
  const { supportEmail } = site();
  return (
    <a href={`mailto:${supportEmail}`} dir="ltr" className="wrap-anywhere font-semibold underline">
      {supportEmail}
    </a>
  );
}
