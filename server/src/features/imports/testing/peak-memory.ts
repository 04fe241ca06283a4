/**
 * Options of Node that make a process print its peak memory to stderr when it exits. The peak that `getrusage` returns would include the memory of the
 * process that started it.
 */
export const printingPeak = [
  '--import',
  'data:text/javascript,import{readFileSync}from"node:fs";process.on("exit",()=>console.error("peak",/^VmHWM:\\s+(\\d+)/m.exec(readFileSync("/proc/self/status","utf8"))[1]))',
]

/** The peak memory in megabytes, from the stderr of such a process. */
export const peakIn = (stderr: string): number => Number(/^peak (\d+)$/m.exec(stderr)?.[1]) / 1_024
