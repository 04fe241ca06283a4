import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { buildProgram, outputFolder, sourcesStamp, stampOf } from '@loquat/web/stamp'

/**
 * Builds the web app if its sources changed since the last build. If the build fails, for example in a
 * read-only installation, the server serves everything else. Packages contain a built app and no program to build it.
 */
export async function ensureWebApp(print: (line: string) => void): Promise<void> {
  if (!existsSync(buildProgram)) return
  if ((await stampOf(outputFolder)) === (await sourcesStamp())) return
  print('Building the web app, once …')
  const code = await new Promise<number | null>((resolve) => {
    const build = spawn(process.execPath, [buildProgram], { stdio: ['ignore', 'inherit', 'inherit'] })
    build.once('error', () => resolve(null))
    build.once('close', resolve)
  })
  if (code !== 0) print('The web app could not be built. Everything else works.')
}
