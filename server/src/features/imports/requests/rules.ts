import { apiError, maxPeople } from '@loquat/contract'
import type { Config } from '../../../platform/config.ts'
import { isMainOrganization } from '../../../realms/main-organization.ts'
import type { Realm } from '../../../realms/realm.ts'
import type { RequestedImport } from './store.ts'

const mebibyte = 2 ** 20

export const maxArchiveBytes = ({ importLimit }: Pick<Config, 'importLimit'>) => importLimit * mebibyte

/** An import creates an organization, which is up to the operator of the server. */
export function assertImportsAllowed({ importsAllowed }: Pick<Config, 'importsAllowed'>, realm: Realm): void {
  const isMain = isMainOrganization(realm)
  if (importsAllowed === 'none' || (importsAllowed === 'main' && !isMain)) throw apiError('imports-disabled')
}

export function assertSize(config: Pick<Config, 'importLimit'>, size: number): void {
  if (size > maxArchiveBytes(config)) throw apiError('import-too-large', { max: config.importLimit })
}

/** Bounds the addresses of all starts of an import. Each person may have one by ID and one by name. */
const maxEmails = 2 * maxPeople

export function assertFewEmails(emails: Readonly<Record<string, string>>): void {
  if (Object.keys(emails).length > maxEmails) throw apiError('import-emails-too-many', { max: maxEmails })
}

/** A new import replaces a finished one, which consists only of its report. */
export const isReplaceable = ({ state }: RequestedImport) => state === 'imported' || state === 'failed'

export const isUnderWay = ({ state }: RequestedImport) => state === 'running' || state === 'canceling'

export function assertStartable({ state }: RequestedImport): void {
  if (state === 'uploading') throw apiError('import-upload-incomplete')
  if (state === 'imported') throw apiError('import-imported')
  if (state === 'waiting' || state === 'running' || state === 'canceling') throw apiError('import-running')
}
