import { fileURLToPath } from 'node:url'
import { ensureWebApp } from '@loquat/server/web/built.ts'
import { startVitest } from 'vitest/node'
import { chromiumPath } from './kit/chromium.ts'

/** `npm run e2e`: every journey; `npm run e2e -- budgets`: only what is measured; `-- reading`: what has that in its name. */
if (chromiumPath() === undefined) {
  console.log('The journeys need Chromium, which is not here. On Debian and Ubuntu: apt-get install chromium')
  process.exit(0)
}
await ensureWebApp((line) => console.log(line))
const config = fileURLToPath(new URL('./vitest.config.ts', import.meta.url))
const vitest = await startVitest('test', process.argv.slice(2), { config, watch: false, run: true })
await vitest.close()
process.exit(process.exitCode ?? 0)
