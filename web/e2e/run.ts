import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ensureWebApp } from '@loquat/server/web/built.ts'
import { startVitest } from 'vitest/node'
import { chromiumPath } from './kit/chromium.ts'

/**
 * `npm run e2e`: every journey; `-- budgets`: only the measurements; `-- reading`: files with that in their name; `-- -t Undo`:
 * journeys with that in their title.
 */
if (chromiumPath() === undefined) {
  console.log(
    'The journeys need Chromium, which is not here. On Debian: apt-get install chromium chromium-headless-shell',
  )
  process.exit(0)
}
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { testNamePattern: { type: 'string', short: 't' } },
})
await ensureWebApp((line) => console.log(line))
const config = fileURLToPath(new URL('./vitest.config.ts', import.meta.url))
const vitest = await startVitest('test', positionals, { config, watch: false, run: true, ...values })
await vitest.close()
process.exit(process.exitCode ?? 0)
