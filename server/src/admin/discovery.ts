import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { App } from '../app.ts'
import { isSameMac } from '../audit/chain.ts'
import type { Archive } from '../features/imports/archives/archive.ts'
import { openZip } from '../features/imports/archives/zip.ts'
import { ImportError } from '../features/imports/import-error.ts'
import {
  type Custody,
  custodyFile,
  HashingStream,
  sha256,
  signatureFile,
} from '../features/reach/discovery/custody.ts'
import { isRecorded } from '../features/reach/discovery/store.ts'
import { type Command, CommandError } from './command.ts'

const maxCustodyBytes = 512 * 2 ** 20
const maxSignatureBytes = 1_000
const maxProblems = 50

/** Proves that an archive is the one that this server made. */
export const verifyDiscoveryCommand: Command = {
  summary: 'Prove that an e-discovery export was made by this server and not changed',
  positionals: [{ value: 'FILE', about: 'the ZIP file' }],
  options: {},
  run: async (context, { file = '' }) => {
    const app = await context.app()
    const archive = await openZip(file).catch((error: unknown) => {
      throw new CommandError(`${file} cannot be read: ${(error as Error).message}`)
    })
    try {
      const { custody, problems } = await verify(app, archive)
      const { requested_by, requested_at, counts, files } = custody
      return {
        data: {
          ok: problems.length === 0,
          problems,
          requested_by,
          requested_at,
          counts,
          files: files.length,
        },
        lines: [
          `${custody.organization.name}, e-discovery export ${custody.discovery_export_id}: ${problems.length === 0 ? 'intact' : 'NOT INTACT'}`,
          `  requested by ${requested_by.name} <${requested_by.email}> at ${requested_at}`,
          `  ${counts.messages} messages (${counts.deleted_messages} deleted), ${counts.files} files`,
          ...problems.map((problem) => `  ${problem}`),
        ],
        failed: problems.length > 0,
      }
    } finally {
      await archive.close()
    }
  },
}

async function verify(app: App, archive: Archive): Promise<{ custody: Custody; problems: string[] }> {
  const problems: string[] = []
  const report = (problem: string) => {
    if (problems.length < maxProblems) problems.push(problem)
  }
  const bytes = await read(archive, custodyFile, maxCustodyBytes)
  const custody = parsed(bytes)
  const digest = sha256(bytes)
  const signature = (await read(archive, signatureFile, maxSignatureBytes)).toString().trim()
  if (!isSameMac(app.trail.chain.custodyMac(custody.organization.id, digest), signature))
    report(`${custodyFile} was changed, or another server made it.`)
  else if (!(await isRecorded(app.database.db, custody.organization.id, digest)))
    report('The audit log has no entry about this archive.')
  const listed = new Set([custodyFile, signatureFile, ...custody.files.map(({ path }) => path)])
  for (const name of archive.names()) if (!listed.has(name)) report(`${name} was added.`)
  for (const { path, sha256: expected } of custody.files) {
    if (!archive.has(path)) report(`${path} is missing.`)
    else if ((await hashOf(archive, path)) !== expected) report(`${path} was changed.`)
  }
  return { custody, problems }
}

async function read(archive: Archive, name: string, maxBytes: number): Promise<Buffer> {
  if ((archive.sizeOf(name) ?? maxBytes + 1) > maxBytes)
    throw new CommandError(`This is not an e-discovery export: ${name} is missing or too large.`)
  return await buffer(await archive.open(name))
}

function parsed(bytes: Buffer): Custody {
  try {
    const custody = JSON.parse(bytes.toString()) as Partial<Custody>
    if (custody.format === 'loquat-discovery' && custody.version === 1) return custody as Custody
  } catch {
    // The same sentence as for other JSON.
  }
  throw new CommandError(`${custodyFile} is not that of an e-discovery export.`)
}

/** Undefined for a damaged entry. */
async function hashOf(archive: Archive, path: string): Promise<string | undefined> {
  const hashing = new HashingStream()
  hashing.resume()
  try {
    await pipeline(await archive.open(path), hashing)
  } catch (error) {
    if (error instanceof ImportError) return undefined
    throw error
  }
  return hashing.entry(path).sha256
}
