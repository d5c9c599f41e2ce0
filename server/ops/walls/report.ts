import type { Command } from '@commander-js/extra-typings';
import { POINTS_PER_DOLLAR } from '#contract/points.ts';
import type { Database } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { excessOf, readWallDays, rollUpWallDays, type WallDay } from '#domain/earning/index.ts';
import { rollUpLedger } from '#domain/ledger/index.ts';
import { wholeNumber } from '#server/ops/arguments.ts';
import type { Ops } from '#server/ops/command.ts';

const DAYS = 14;
const DAYS_MAX = 400;
const MICROS_PER_DOLLAR = 1_000_000;

export function addReport(walls: Command, { exitsWith, withDatabase }: Ops): void {
  walls
    .command('report')
    .description('what each wall credited and says that it pays, by UTC day')
    .option('--days <n>', 'how far back', wholeNumber('--days', 1, DAYS_MAX), DAYS)
    .action(
      exitsWith(({ days }) =>
        withDatabase((database, { wallCostPercentMax }) => report(database, wallCostPercentMax, days)),
      ),
    );
}

async function report(database: Database, costPercentMax: number, days: number): Promise<number> {
  const transact = transactOn(database);
  await rollUpLedger(transact);
  await rollUpWallDays(transact);
  const rows = (await readWallDays(database, days)).map((day) => cellsOf(day, costPercentMax));
  const table = [HEAD, ...rows];
  const widths = HEAD.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  for (const row of table)
    console.log(
      row
        .map((cell, column) =>
          column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    );
  return 0;
}

const HEAD = [
  ...[
    'day',
    'wall',
    'credits',
    'points',
    'taken back',
    'without revenue',
    'flagged',
    'cost $',
    'revenue $',
    'margin $',
  ],
  'too dear',
];

function cellsOf(day: WallDay, costPercentMax: number): string[] {
  const cost = (day.points - day.reversedPoints) / POINTS_PER_DOLLAR;
  const revenue = (day.usdMicros - day.reversedUsdMicros) / MICROS_PER_DOLLAR;
  const counts = [day.credits, day.points, day.reversedPoints, day.credits - day.named, day.flagged];
  return [
    ...[day.day, day.wall, ...counts.map(String)],
    ...[cost, revenue, revenue - cost].map((dollars) => dollars.toFixed(2)),
    excessOf(day, costPercentMax) > 0 ? 'yes' : '',
  ];
}
