import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ensureWebApp } from '@loquat/server/web/built.ts'
import { chromiumPath } from './kit/chromium.ts'

/** `npm run e2e`: every journey; `npm run e2e -- budgets`: only what is measured; `-- reading`: what has that in its name. */
if (chromiumPath() === undefined) {
  console.log('The journeys need Chromium, which is not here. On Debian and Ubuntu: apt-get install chromium')
  process.exit(0)
}
await ensureWebApp((line) => console.log(line))
const vitest = fileURLToPath(import.meta.resolve('vitest/vitest.mjs'))
const config = fileURLToPath(new URL('./vitest.config.ts', import.meta.url))
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--config', config, ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
)
process.exit(status ?? 1)
