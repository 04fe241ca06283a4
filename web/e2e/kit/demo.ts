import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Api, createApi } from '@loquat/client'
import { startServerProcess } from '@loquat/devkit/server-process'
import type { Page } from 'playwright-core'

const admin = fileURLToPath(import.meta.resolve('@loquat/server/bin/admin.js'))
const password = 'garden tools and good tempers'
export const demoLogin = 'ana@wrendibber.example'

/** Starts a server process with the demo organization. */
export async function startDemo({ big = false } = {}): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'loquat-demo-'))
  const options = big ? ['--big'] : []
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [admin, 'demo', '--password', password, ...options],
    {
      env: { ...process.env, LOQUAT_DATA_DIR: dataDir },
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`Creating the demo organization failed:\n${stdout}${stderr}`)
  const server = await startServerProcess(dataDir, {
    env: { LOQUAT_WEB_APP: 'on', LOQUAT_DATABASE_TIMEOUT_SECONDS: '60' },
  })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Logs in to the demo organization. */
export async function logInTo(page: Page, url: string, email = demoLogin): Promise<void> {
  await page.goto(`${url}/login?next=/inbox`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('main').waitFor()
}

/** The API of a user of the demo organization. */
export async function apiOf(url: string, name: string): Promise<Api> {
  const username = `${name}@wrendibber.example`
  const { email, api_key: apiKey } = await createApi({ url }).fetchApiKey({ username, password })
  return createApi({ url, credentials: { email, apiKey } })
}
