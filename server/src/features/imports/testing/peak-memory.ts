/** Options of Node that make a process print its peak memory to stderr when it exits. */
export const printingPeak = [
  '--import',
  'data:text/javascript,process.on("exit",()=>console.error("peak",process.resourceUsage().maxRSS))',
]

/** The peak memory in megabytes, from the stderr of such a process. */
export const peakIn = (stderr: string): number => Number(/^peak (\d+)$/m.exec(stderr)?.[1]) / 1_024
