import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Api, createApi } from '@loquat/client'
import { testConfig, type World } from '@loquat/devkit'
import { onTestFinished } from 'vitest'
import type { Config } from '../../platform/config.ts'
import { runAdmin } from '../main.ts'

/** Runs a command beside the running server, on the same database and files. */
export async function admin(
  world: World,
  ...args: string[]
): Promise<Record<string, unknown> & { exitCode: number }> {
  const { text, exitCode } = await runAdmin([...args, '--json'], adminConfig(world))
  return { exitCode, ...(JSON.parse(text) as Record<string, unknown>) }
}

/** The configuration of a command on the database and files of a world. */
export function adminConfig(world: World): Config {
  const { host, user, database } = world.database
  const databaseUrl = `postgresql:///${database}?host=${host}&user=${user}`
  return testConfig({ databaseUrl, dataDir: world.app.config.dataDir })
}

/** Writes an archive to a file that vanishes with the test. */
export async function archiveFile(bytes: Uint8Array, name = 'archive'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-import-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, name), bytes)
  return join(folder, name)
}

/** A request to another organization of the server. */
export const fetchAt =
  (subdomain: string): typeof fetch =>
  async (input, init) => {
    const wanted = new Request(input, init)
    const body = Buffer.from(await wanted.arrayBuffer())
    const headers = {
      ...Object.fromEntries(wanted.headers),
      host: `${subdomain}.localhost`,
      'content-length': String(body.length),
    }
    return await new Promise((resolve, reject) => {
      const sent = request(wanted.url, { method: wanted.method, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve(
            new Response(Buffer.concat(chunks), {
              status: response.statusCode ?? 0,
              headers: (response.headers['set-cookie'] ?? []).map((cookie) => ['set-cookie', cookie]),
            }),
          ),
        )
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }

export const statusAt = async (world: World, subdomain: string) =>
  (await fetchAt(subdomain)(`${world.url}/api/v1/server_settings`)).status

/** The API of an imported organization, for the person with this address. */
export async function imported(
  world: World,
  subdomain: string,
  email: string,
): Promise<Api & { userId: number }> {
  const key = await admin(world, 'user', 'key', '--email', email, '--organization', subdomain)
  const credentials = { email, apiKey: String(key.api_key) }
  const api = createApi({ url: world.url, credentials, fetch: fetchAt(subdomain) })
  return Object.assign(api, { userId: Number(key.user_id) })
}

/** Content of a path that needs a login. */
export async function download(
  world: World,
  subdomain: string,
  email: string,
  path: string,
): Promise<string> {
  const key = await admin(world, 'user', 'key', '--email', email, '--organization', subdomain)
  const authorization = `Basic ${Buffer.from(`${email}:${key.api_key}`).toString('base64')}`
  const response = await fetchAt(subdomain)(`${world.url}${path}`, { headers: { authorization } })
  return response.status === 200 ? await response.text() : `status ${response.status}`
}
