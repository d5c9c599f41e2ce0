/** `npm run bench -- <name> [flags]`: measures a part of the product on this machine. */

const BENCHES: Record<string, () => Promise<(args: string[]) => Promise<boolean>>> = {
  accounts: async () => (await import('./accounts.ts')).benchAccounts,
  admin: async () => (await import('./admin.ts')).benchAdmin,
  capacity: async () => (await import('./capacity.ts')).benchCapacity,
  feeds: async () => (await import('./feeds.ts')).benchFeeds,
  growth: async () => (await import('./growth.ts')).benchGrowth,
  intake: async () => (await import('./intake.ts')).benchIntake,
  interactions: async () => (await import('./interactions.ts')).benchInteractions,
  lighthouse: async () => (await import('./lighthouse.ts')).benchLighthouse,
  offers: async () => (await import('./offers.ts')).benchOffers,
  reads: async () => (await import('./reads.ts')).benchReads,
  redemptions: async () => (await import('./redemptions.ts')).benchRedemptions,
  streams: async () => (await import('./streams.ts')).benchStreams,
};

const [name = '', ...args] = process.argv.slice(2);
const load = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
if (!load) {
  console.error(`Usage: npm run bench -- <name>, one of: ${Object.keys(BENCHES).join(', ')}`);
  process.exit(2);
}
const bench = await load();
process.exitCode = (await bench(args)) ? 0 : 1;
