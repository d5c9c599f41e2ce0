/** The CPU time that this thread needs for the work, in milliseconds. Other work of the machine does not add to it. */
export function cpuMsOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
