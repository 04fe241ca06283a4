import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(import.meta.resolve('@loquat/server/bin/admin.js'))

export interface AdminRun extends Record<string, unknown> {
  seconds: number
  peakMegabytes: number
}

/** Runs a command as `npm run admin` does, and watches its memory. */
export async function runAdmin(dataDir: string, ...args: string[]): Promise<AdminRun> {
  const child = spawn(process.execPath, ['--max-old-space-size=220', script, ...args, '--json'], {
    env: { LOQUAT_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let [output, peakKilobytes] = ['', 0]
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const watch = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peakKilobytes = Math.max(peakKilobytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0))
  }, 100)
  const [code] = await once(child, 'exit')
  clearInterval(watch)
  if (code !== 0) throw new Error(`${args.join(' ')} failed: ${output}`)
  const result = JSON.parse(output) as { seconds: number }
  return { ...result, peakMegabytes: Math.round(peakKilobytes / 1_000) }
}
