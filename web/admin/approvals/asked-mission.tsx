import type { Approval } from '#contract/approvals.ts';
import { AdminLink } from '#web/admin/parts/admin-link.tsx';
import { useFormats, useT } from '#web/shared/language/language.tsx';

type Mission = Extract<Approval['asked'], { kind: 'mission' }>;

/** The requested payment of a mission, its limits, and the proof that it needs. */
export function AskedMission({ mission }: { mission: Mission }) {
  const t = useT('approvals');
  const editor = useT('missionsEditor');
  const { number } = useFormats();
  const { content, mostPoints } = mission;
  const facts = [
    [editor('kind'), editor(`kinds.${content.kind}`)],
    [editor('points'), number(mission.points)],
    ...(mission.totalCap === null ? [] : [[editor('totalCap'), number(mission.totalCap)]]),
    ...(mission.dailyCap === null ? [] : [[editor('dailyCap'), number(mission.dailyCap)]]),
    ...('seconds' in content ? [[editor('seconds'), number(content.seconds)]] : []),
    ...('advertiser' in content
      ? [
          [editor('advertiser'), content.advertiser],
          [editor('url'), content.url],
        ]
      : []),
  ];
  return (
    <div className="grid gap-3 rounded-2xl bg-sunken p-4">
      <p className="font-semibold">
        {mostPoints === null ? t('unlimited') : t('most', { points: mostPoints })}
      </p>
      <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-sm">
        <AdminLink path="missions/$id" id={mission.missionId} className="underline underline-offset-2">
          <bdi>{mission.title}</bdi>
        </AdminLink>
      </p>
    </div>
  );
}
