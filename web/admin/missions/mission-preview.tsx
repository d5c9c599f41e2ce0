import { type Control, useWatch } from 'react-hook-form';
import { Card } from '#ui/card.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { Instructions, MissionAbout } from '#web/shared/missions/mission-about.tsx';
import { linesOf, type MissionValues } from './mission-values.ts';

/** The mission as members see it, updated while it is edited. */
export function MissionPreview({ control }: { control: Control<MissionValues> }) {
  const t = useT('missionsEditor');
  const values = useWatch({ control }) as MissionValues;
  const steps = [...new Set(linesOf(values.instructions))];
  return (
    <section aria-labelledby="mission-preview" className="grid gap-3">
      <h2 id="mission-preview" className="font-bold text-xl">
        {t('preview')}
      </h2>
      <Card as="div">
        <MissionAbout
          mission={{
            kind: values.kind,
            description: values.description || t('previewDescription'),
            pointsEarned: pointsOf(values.points),
            difficulty: values.difficulty,
          }}
          title={
            <p className="wrap-anywhere font-bold text-2xl">
              <bdi>{values.title || t('previewTitle')}</bdi>
            </p>
          }
        />
        {steps.length > 0 && <Instructions steps={steps} />}
      </Card>
      <Content values={values} />
    </section>
  );
}

function pointsOf(text: string): number {
  const points = Number(text);
  return Number.isSafeInteger(points) && points > 0 ? points : 0;
}

function Content({ values }: { values: MissionValues }) {
  switch (values.kind) {
    case 'video':
      return <Video sources={linesOf(values.sources)} title={values.title} />;
    case 'survey':
      return <Questions questions={values.questions} />;
    case 'browse':
      return <Items items={values.items} />;
    default:
      return null;
  }
}

/** Plays only files of this site: the form's rules and the content security policy allow no others. */
function Video({ sources, title }: { sources: string[]; title: string }) {
  const own = sources.filter((source) => source.startsWith('/media/'));
  if (own.length === 0) return null;
  return (
    <video
      key={own.join()}
      aria-label={title}
      className="aspect-video w-full rounded-2xl bg-sunken"
      controls
      muted
      playsInline
      preload="metadata"
    >
      {own.map((source) => (
        <source key={source} src={source} />
      ))}
    </video>
  );
}

function Questions({ questions }: { questions: MissionValues['questions'] }) {
  return (
    <ol className="grid gap-3">
      {questions.map(({ text, options }, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a question in the form has no id but its position
        <Card as="li" key={position}>
          <p className="wrap-anywhere font-bold">
            <bdi>{text}</bdi>
          </p>
          <ul className="mt-2 grid gap-2">
            {[...new Set(linesOf(options))].map((option) => (
              <li key={option} className="wrap-anywhere rounded-2xl border-2 border-line px-3.5 py-2.5">
                <bdi>{option}</bdi>
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </ol>
  );
}

function Items({ items }: { items: MissionValues['items'] }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {items.map(({ title, text, price }, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item in the form has no id but its position
        <Card as="li" key={position}>
          <div className="flex items-baseline justify-between gap-3">
            <p className="wrap-anywhere font-bold">
              <bdi>{title}</bdi>
            </p>
            {price && <bdi className="font-semibold text-brand">{price}</bdi>}
          </div>
          <p className="wrap-anywhere mt-1 text-muted text-sm">
            <bdi>{text}</bdi>
          </p>
        </Card>
      ))}
    </ul>
  );
}
