import type { App } from '../../../app.ts'
import type { Realm } from '../../../realms/realm.ts'
import { FollowError } from './follow-error.ts'
import { deleteAccounts, deleteDueSchedules, setPreviewOf, storeAccount } from './follow-store.ts'
import { deleteBase } from './move/base-store.ts'
import { OldServer } from './old-server.ts'

export interface OldAccount {
  email: string
  key: string
}

/** The URL of the old server in the form in which it is stored. */
export function serverUrl(text: string): string {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  if (url === null || url.username !== '' || url.search !== '' || url.hash !== '')
    throw new FollowError(`"${text}" is not the URL of a server.`)
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** Checks URL and key before anything is imported. */
export async function checkOldAccount(url: string, account: OldAccount, signal: AbortSignal): Promise<void> {
  const server = new OldServer({ url, ...account, signal, onTrouble: () => {}, isPatient: false })
  await server.ownUserId()
}

/** Adds an account through which the preview is followed, or replaces its key. */
export async function addOldAccount(
  app: App,
  realm: Realm,
  account: OldAccount,
  signal: AbortSignal,
): Promise<void> {
  const url = realm.directory.realm.previewOf
  if (url === null) throw new FollowError('This organization is not a preview.')
  await checkOldAccount(url, account, signal)
  await storeAccount(app.database.db, app.sealer, realm.id, account)
}

/** Ends the preview: the organization is no longer followed, and people can write in it. */
export async function endPreview(app: App, realm: Realm): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    if (realm.directory.realm.previewOf === null) throw new FollowError('This organization is not a preview.')
    await setPreviewOf(tx, null)
    await deleteAccounts(tx)
    await deleteBase(tx.db, realm.id)
    await deleteDueSchedules(tx, new Date(app.clock.now()))
    const event = { type: 'realm', op: 'update', property: 'preview_of', value: null } as const
    tx.publish(event, { everyone: true }, { realm: true })
  })
}
