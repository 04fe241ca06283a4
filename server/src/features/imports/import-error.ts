import { type ArchiveReason, messageOf, type ParamsOfReason, type ReasonParams } from '@loquat/contract'

/** Why an archive cannot be imported. */
export interface ImportProblem {
  reason: ArchiveReason
  params: ReasonParams
}

type Arguments<R extends ArchiveReason> = [keyof ParamsOfReason<R>] extends [never]
  ? [params?: Record<string, never>, option?: string]
  : [params: ParamsOfReason<R>, option?: string]

/** Ends an import. The message is one sentence that names the entry and position, for the person who imports. */
export class ImportError<R extends ArchiveReason = ArchiveReason> extends Error {
  override readonly name = 'ImportError'
  readonly problem: ImportProblem
  /** The option of the command that solves the problem: `--team NAME`. */
  readonly option: string | undefined

  constructor(reason: R, ...[params = {}, option]: Arguments<R>) {
    super(messageOf(reason, params))
    this.problem = { reason, params }
    this.option = option
  }
}

/** The bytes of a file cannot be had: it is skipped, and the import goes on. */
export class MissingBytesError extends Error {
  override readonly name = 'MissingBytesError'
}
