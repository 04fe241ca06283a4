import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { basicAuth, type World } from '@loquat/devkit'
import { apiKeyOf } from '../../identity/users/api-key.ts'
import { entriesOf, type TestEntry, zipOf } from '../archives/testing/archives.ts'
import { importArchive } from '../import-archive.ts'
import type { SourceKind, SourceOptions } from '../model.ts'
import { noProgress } from '../progress.ts'
import type { Report } from '../report.ts'

export const noOptions: SourceOptions = {
  subdomain: 'acme',
  emails: new Map(),
  team: undefined,
  downloadFiles: false,
  keepUnread: false,
}

interface ImportOptions extends Partial<SourceOptions> {
  fileName?: string
  ownerEmail?: string
  isDryRun?: boolean
}

export interface Imported {
  name: string
  report: Report
  /** Counts of skipped things, as `what: why`. */
  skipped: Record<string, number>
  /** A GET request of an imported user. */
  get<T = Record<string, unknown>>(
    email: string,
    path: string,
    parameters?: Record<string, unknown>,
  ): Promise<T>
  messages(email: string, narrow: unknown[]): Promise<ImportedMessage[]>
}

export interface ImportedMessage {
  id: number
  content: string
  subject: string
  sender_full_name: string
  timestamp: number
  flags: string[]
  reactions: { emoji_name: string; emoji_code: string; user_id: number }[]
  last_edit_timestamp?: number
  display_recipient: string | { email: string; full_name: string }[]
}

/** Imports an archive of these files into the database of a world. */
export async function importFiles(
  world: World,
  kind: SourceKind,
  files: Record<string, unknown> | readonly TestEntry[],
  { fileName = 'Acme Slack export.zip', ownerEmail, isDryRun = false, ...options }: ImportOptions = {},
): Promise<Imported> {
  const folder = await mkdtemp(join(tmpdir(), 'import-'))
  const path = join(folder, fileName)
  await writeFile(path, zipOf(Array.isArray(files) ? files : entriesOf(files as Record<string, unknown>)))
  try {
    const result = await importArchive(world.app, {
      kind,
      path,
      name: undefined,
      ownerEmail,
      isDryRun,
      options: { ...noOptions, ...options },
      progress: noProgress,
      signal: new AbortController().signal,
    })
    return imported(world, result.name, result.subdomain, result.report)
  } finally {
    await rm(folder, { recursive: true })
  }
}

function imported(world: World, name: string, subdomain: string, report: Report): Imported {
  return {
    name,
    report,
    skipped: Object.fromEntries(report.skipped.map(({ what, why, count }) => [`${what}: ${why}`, count])),
    ...readerAt(world, subdomain),
  }
}

/** Reads an imported organization through the API. */
export function readerAt(world: World, subdomain: string): Pick<Imported, 'get' | 'messages'> {
  const get = async <T>(
    email: string,
    path: string,
    parameters: Record<string, unknown> = {},
  ): Promise<T> => {
    const realm = await world.app.realms.byHost(`${subdomain}.localhost`)
    const user = realm!.directory.userByEmail(email)
    if (user === undefined) throw new Error(`Nobody has the address ${email}.`)
    const query = new URLSearchParams(
      Object.entries(parameters).map(([key, value]): [string, string] => [
        key,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    )
    return await getAt<T>(
      world,
      `${subdomain}.localhost`,
      `${path}?${query}`,
      basicAuth(email, apiKeyOf(world.app.sealer, user)),
    )
  }
  return {
    get,
    messages: async (email, narrow) => {
      const { messages } = await get<{ messages: ImportedMessage[] }>(email, '/messages', {
        narrow,
        anchor: 'oldest',
        num_before: 0,
        num_after: 100,
        apply_markdown: false,
      })
      return messages
    },
  }
}

/** Fetch does not let one choose the host name. */
async function getAt<T>(world: World, host: string, path: string, authorization: string): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  request(`${world.url}/api/v1${path}`, { headers: { host, authorization } }, async (response) => {
    const text = Buffer.concat(await response.toArray()).toString()
    if (response.statusCode === 200) resolve(JSON.parse(text) as T)
    else reject(new Error(`${path} is ${response.statusCode}: ${text}`))
  })
    .on('error', reject)
    .end()
  return await promise
}
