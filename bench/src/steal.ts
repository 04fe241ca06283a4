import { readFile } from 'node:fs/promises'

/**
 * Measures how much CPU time the host of a virtual machine withheld. Latencies measured meanwhile say more about the host than about the
 * server.
 */
export class StealMeter {
  #last: CpuTimes | undefined

  /** Stolen time since the last call, or since the machine was started, in percent of all CPU time. */
  async percent(): Promise<number> {
    const times = await cpuTimes()
    const since = this.#last ?? { stolen: 0, total: 0 }
    this.#last = times
    return Math.round((100 * (times.stolen - since.stolen)) / Math.max(1, times.total - since.total))
  }
}

interface CpuTimes {
  stolen: number
  total: number
}

async function cpuTimes(): Promise<CpuTimes> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n')
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softirq = 0, stolen = 0] = line
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return { stolen, total: user + nice + system + idle + wait + irq + softirq + stolen }
}
