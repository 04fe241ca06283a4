import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { buildProgram, outputFolder, sourcesStamp, stampOf } from '@loquat/web/stamp'

/** A higher number is a lower priority: a server that starts comes first. */
const buildPriority = 10

export interface WebAppBuild {
  /** Resolves when the build has ended, even if it failed. */
  finished: Promise<void>
}

let isBuilding = false

/** Whether the web app is being built, so that there is none yet or only that of other sources. */
export const isWebAppBuilding = () => isBuilding

/** Called in workers: the supervisor builds the app. */
export function setWebAppBuilding(value: boolean): void {
  isBuilding = value
}

/**
 * Starts to build the web app if its sources changed since the last build; undefined if they did not. If the build fails, for
 * example in a read-only installation, the server serves everything else. Packages contain a built app and no program to
 * build it.
 */
export async function startWebAppBuild(print: (line: string) => void): Promise<WebAppBuild | undefined> {
  if (!existsSync(buildProgram)) return undefined
  if ((await stampOf(outputFolder)) === sourcesStamp()) return undefined
  print('Building the web app, once …')
  return { finished: build(print) }
}

export async function ensureWebApp(print: (line: string) => void): Promise<void> {
  await (await startWebAppBuild(print))?.finished
}

async function build(print: (line: string) => void): Promise<void> {
  const code = await new Promise<number | null>((resolve) => {
    const program = spawn(process.execPath, [buildProgram], { stdio: ['ignore', 'inherit', 'inherit'] })
    const end = () => program.kill()
    process.once('exit', end)
    program.once('error', () => resolve(null))
    program.once('close', (status) => {
      process.off('exit', end)
      resolve(status)
    })
    if (program.pid !== undefined) lowerPriority(program.pid)
  })
  print(code === 0 ? 'The web app is ready.' : 'The web app could not be built. Everything else works.')
}

/** Some sandboxes do not allow it. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, buildPriority)
  } catch {}
}
