import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { endProcess, killAll } from '@loquat/devkit/server-process'

/** Where Debian has programs for administrators. */
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

export interface ProgramOptions {
  name: string
  command: readonly [string, ...string[]]
  log: string
  env?: Record<string, string>
  /** Processes that belong to it and are not its children. */
  others?(): Promise<number[]>
}

/** A program of the cluster. It can be killed with all its processes, and started again. */
export class Program {
  readonly name: string
  readonly #options: ProgramOptions
  #child: ChildProcess | undefined
  #isRetired = false

  constructor(options: ProgramOptions) {
    this.name = options.name
    this.#options = options
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** From now on it cannot be started, not even by the repair of a fault. */
  retire(): void {
    this.#isRetired = true
  }

  start(): void {
    if (this.#isRetired) return
    const { command, log, env } = this.#options
    const output = openSync(log, 'a')
    const [program, ...args] = command
    this.#child = spawn(program, args, {
      env: { PATH: path, LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', output, output],
      // Ctrl-C must not reach it: it is stopped in order.
      detached: true,
    })
    this.#child.on('error', (error) => console.error(`${this.name}: ${error.message}`))
    closeSync(output)
  }

  /** Its processes: the first one, those it has started, and others that belong to it. */
  async pids(): Promise<number[]> {
    const others = (await this.#options.others?.()) ?? []
    return [...new Set([...(this.isRunning ? await withDescendants(this.pid) : []), ...others])]
  }

  /** Signals all its processes, also those that it starts meanwhile. */
  async signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const done = new Set<number>()
    for (;;) {
      const fresh = (await this.pids()).filter((pid) => !done.has(pid))
      if (fresh.length === 0) return
      for (const pid of fresh) {
        done.add(pid)
        try {
          process.kill(pid, signal)
        } catch (error) {
          // It has ended since.
          if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
        }
      }
    }
  }

  /** Ends all its processes without asking. */
  async kill(): Promise<void> {
    killAll(await this.pids())
    while (this.isRunning) await sleep(10)
  }

  /** Asks it to end, and kills what is left after a while. Suspended processes would not notice. */
  async stop(): Promise<void> {
    await this.signal('SIGCONT')
    const pids = await this.pids()
    if (this.#child !== undefined && this.isRunning)
      await Promise.race([endProcess(this.#child, 'SIGTERM'), sleep(15_000, undefined, { ref: false })])
    killAll([...pids, ...(await this.pids())])
    // Patroni may have started PostgreSQL meanwhile.
    for (let left = await this.pids(); left.length > 0; left = await this.pids()) {
      killAll(left)
      await sleep(100)
    }
  }
}

async function withDescendants(first: number): Promise<number[]> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const text = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '')
    parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(text)?.[1] ?? 0))
  }
  const found = [first]
  for (const pid of found) for (const [child, parent] of parents) if (parent === pid) found.push(child)
  return found
}
