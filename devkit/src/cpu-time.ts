/** Starts to count the CPU time of this process, in milliseconds. Unlike elapsed time it does not grow when others are busy. */
export function cpuTimer(): () => number {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1_000
  }
}
