import { basename } from 'node:path'
import type { App } from '../../app.ts'
import { checkSubdomain } from '../administration/realm-lifecycle/subdomain.ts'
import type { Archive } from './archives/archive.ts'
import { openArchive } from './archives/open.ts'
import { ImportError } from './import-error.ts'
import type { Source, SourceKind, SourceOptions } from './model.ts'
import type { Progress } from './progress.ts'
import { Report } from './report.ts'
import { subdomainOf } from './text/names.ts'
import { removeAbandonedImports, removeImport } from './write/abandoned.ts'
import type { FollowedServer } from './write/job.ts'
import { writeArchive } from './write/write-archive.ts'

export interface ImportRequest {
  kind: SourceKind
  path: string
  /** Name of the archive for people, if the path has another. */
  fileName?: string | undefined
  name: string | undefined
  ownerEmail: string | undefined
  isDryRun: boolean
  /** A dry run before the subdomain is chosen: the one of the archive need not be available. */
  acceptsAnySubdomain?: boolean
  options: SourceOptions
  /** The organization becomes a preview of this server. */
  follow?: FollowedServer | undefined
  progress: Progress
  /** Ends the import as an error would. */
  signal: AbortSignal
}

export interface ImportResult {
  subdomain: string
  name: string
  /** Null in a dry run. */
  realmId: number | null
  report: Report
  seconds: number
}

/** Creates an organization from an archive, or nothing at all. */
export async function importArchive(app: App, request: ImportRequest): Promise<ImportResult> {
  const started = performance.now()
  const { kind, options, isDryRun } = request
  if (options.subdomain !== undefined) await assertFree(app, options.subdomain)
  if (!isDryRun) await removeAbandonedImports(app)
  const report = new Report()
  const scratchFolder = app.config.dataDir
  const archive = await openArchive(request.path, { isData: kind.isData, scratchFolder })
  let source: Source | undefined
  try {
    const fileName = request.fileName ?? basename(request.path)
    const now = app.clock.now() * 1_000
    source = await kind.open({ archive, fileName, scratchFolder, report, now, options })
    const subdomain = options.subdomain ?? (await suggestedSubdomain(app, source, request))
    const name = request.name ?? source.organization.name
    const realmId = await write(app, request, { source, archive, report, now, subdomain, name })
    return { subdomain, name, realmId, report, seconds: (performance.now() - started) / 1_000 }
  } finally {
    await source?.close?.()
    await archive.close()
  }
}

async function assertFree(app: App, subdomain: string): Promise<void> {
  const problem = await checkSubdomain(app, subdomain)
  if (problem !== 'available') throw new ImportError('archive-subdomain-unusable', { subdomain, problem })
}

async function suggestedSubdomain(
  app: App,
  { organization }: Source,
  { acceptsAnySubdomain, isDryRun }: ImportRequest,
): Promise<string> {
  const subdomain = subdomainOf(organization.subdomain)
  if (acceptsAnySubdomain && isDryRun) return subdomain
  const problem = await checkSubdomain(app, subdomain)
  if (problem === 'available') return subdomain
  throw new ImportError('archive-subdomain-choose', { subdomain, problem }, '--subdomain NAME')
}

interface WriteInput {
  source: Source
  archive: Archive
  report: Report
  now: number
  subdomain: string
  name: string
}

async function write(app: App, request: ImportRequest, input: WriteInput): Promise<number | null> {
  let realmId: number | undefined
  try {
    await app.database.withoutTimeouts((db) =>
      // One connection for the whole import: its temporary tables and its lock end with it.
      db.connection().execute((connection) =>
        writeArchive({ ...request, ...input, app, db: connection }, (created) => {
          realmId = created
        }),
      ),
    )
  } catch (error) {
    if (realmId !== undefined) await removeImport(app, realmId, true)
    throw request.signal.aborted ? new ImportError('archive-import-interrupted') : error
  }
  return request.isDryRun ? null : (realmId ?? null)
}
