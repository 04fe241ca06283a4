import { type ArchiveReason, type ImportedKind, importedKinds, type ParamsOfReason } from '@loquat/contract'
import type { ImportProblem } from './import-error.ts'
import type { SourceId } from './source-id.ts'
import { cleanText } from './text/clean.ts'

export { type ImportedKind, importedKinds }

/** Fixed phrases for things that were left out. */
export const skipReasons = [
  'join and leave notices',
  'deleted in the source',
  'no text and no file',
  'no sender',
  'time cannot be read',
  'time has passed',
  'cannot be read',
  'channel is not in the archive',
  'message is not in the archive',
  'bytes are not in the archive',
  'picture cannot be read',
  'emoji is not known',
  'not in the archive',
  'more than one account with this address',
  'more than once in the archive',
  'no counterpart',
  'field without a name',
  'did not agree to the export',
  'split',
  'characters removed',
  'pattern refused',
  'not in the list of people',
  'not in this team',
  'group is not in the archive',
] as const
export type SkipReason = (typeof skipReasons)[number]

export interface Skipped {
  /** `messages`, `files`, or a lost part of imported data: `addresses`, `pins`, `long messages`. */
  what: string
  why: SkipReason
  count: number
}

/** People without an email address that are listed. All are counted. */
const maxListedWithoutEmail = 500

/** A bot that needs its new API key. */
export interface ReportedBot {
  name: string
  email: string
  owner: string | null
}

/** Counts imported and skipped data of an archive. */
export class Report {
  readonly imported = Object.fromEntries(importedKinds.map((kind) => [kind, 0])) as Record<
    ImportedKind,
    number
  >
  readonly warnings: ImportProblem[] = []
  readonly bots: ReportedBot[] = []
  readonly owners: string[] = []
  /** Active people who cannot log in because the archive has no address of theirs. */
  readonly withoutEmail: { id: SourceId; name: string }[] = []
  readonly #skipped = new Map<string, Skipped>()

  count(kind: ImportedKind, count = 1): void {
    this.imported[kind] += count
  }

  skip(what: string, why: SkipReason, count = 1): void {
    if (count === 0) return
    const key = `${what}\n${why}`
    const known = this.#skipped.get(key)
    if (known === undefined) this.#skipped.set(key, { what, why, count })
    else known.count += count
  }

  skipAddress({ id, name, isActive }: { id: SourceId; name: string; isActive: boolean }): void {
    this.skip('addresses', 'not in the archive')
    if (isActive && this.withoutEmail.length < maxListedWithoutEmail) this.withoutEmail.push({ id, name })
  }

  warn<R extends ArchiveReason>(reason: R, params: ParamsOfReason<R>): void {
    if (this.warnings.length < 100) this.warnings.push({ reason, params })
  }

  /** Cleans a text of the archive and counts it if something was removed. */
  clean(text: string): string {
    const clean = cleanText(text)
    if (clean !== text) this.skip('texts', 'characters removed')
    return clean
  }

  get skipped(): Skipped[] {
    return [...this.#skipped.values()].sort(
      (a, b) => a.what.localeCompare(b.what) || a.why.localeCompare(b.why),
    )
  }

  skippedCount(what: string): number {
    return this.skipped.reduce((sum, entry) => sum + (entry.what === what ? entry.count : 0), 0)
  }
}
