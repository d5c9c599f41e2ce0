import { measureCrowd } from './streams-crowd.ts';
import { measureEndurance } from './streams-endurance.ts';

/**
 * `npm run bench -- streams [--endurance]`: open pages by the thousands against the real server, and whether memory stays
 * flat while pages stay open; the latter alone with `--endurance`. Returns whether every goal was met. Throws if an event was
 * lost or doubled, or a stream ended.
 */
export async function benchStreams(args: string[]): Promise<boolean> {
  const goals = await measureEndurance(args);
  if (!args.includes('--endurance')) goals.push(...(await measureCrowd(args)));
  console.log('\nGoals');
  for (const { name, value, met } of goals) console.log(`  ${met ? 'met   ' : 'MISSED'}  ${name}: ${value}`);
  return goals.every(({ met }) => met);
}
