import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The examples, and the names of their bots. */
const examples: Record<string, string> = {
  approvals: 'Approvals',
  karma: 'Karma',
  standup: 'Stand-up',
  issues: 'Issues',
}

const [name = ''] = process.argv.slice(2)
const botName = examples[name]
if (botName === undefined) {
  console.error(`npm run example -- NAME, where NAME is one of: ${Object.keys(examples).join(', ')}`)
  process.exit(2)
}
if (process.env.LOQUAT_BOT_API_KEY === undefined) {
  const folder = join(process.env.LOQUAT_DATA_DIR ?? 'data', 'bots')
  const file = join(folder, `${name}.env`)
  if (!existsSync(file)) makeBot(botName, folder, file)
  process.loadEnvFile(file)
}
await import(`./${name}.ts`)

/** The first time: `npm run admin -- bot create`. */
function makeBot(botName: string, folder: string, file: string): void {
  mkdirSync(folder, { recursive: true })
  const admin = fileURLToPath(new URL('../server/src/bin/admin.js', import.meta.url))
  const args = [admin, 'bot', 'create', '--name', botName, '--out', file]
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
