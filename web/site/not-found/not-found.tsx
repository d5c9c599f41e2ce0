import { buttonClass } from '#ui/button.tsx';
import { Lost } from '#ui/illustrations/lost.tsx';

/** The text and picture of a page that does not exist; also rendered as a page without script. */
export function NotFound({ title, text, homeLabel }: { title: string; text: string; homeLabel: string }) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center justify-items-center gap-3 px-6 py-12 text-center">
      <div className="mb-4 w-52">
        <Lost />
      </div>
      <h1 className="font-bold text-3xl">{title}</h1>
      <p className="text-lg text-muted">{text}</p>
      <a href="/" className={`${buttonClass('primary', 'large')} mt-5`}>
        {homeLabel}
      </a>
    </main>
  );
}
