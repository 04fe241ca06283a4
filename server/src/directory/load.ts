import type { Db } from '../db/database.ts'
import { loadContacts, loadTouchedContacts, restrictsGuests } from './contact-store.ts'
import { Directory } from './directory.ts'
import type { Install } from './parts.ts'
import { loadRealm } from './store.ts'
import { partNamed, partNames, type Touches } from './touches.ts'

const afterRealm = partNames.filter((name) => name !== 'realm')

/** Loads the directory of an organization. Call inside one snapshot. */
export async function loadDirectory(db: Db, realmId: number): Promise<Directory> {
  const directory = new Directory(await loadRealm(db, realmId))
  for (const name of afterRealm) (await partNamed(name).load(db, realmId, undefined))(directory)
  if (restrictsGuests(directory)) directory.contacts = await loadContacts(db, realmId)
  return directory
}

/** Loads everything again, and then replaces it synchronously. Objects missing then were lost by the database as well. */
export async function reloadDirectory(db: Db, directory: Directory): Promise<void> {
  const { id } = directory.realm
  const realm = await loadRealm(db, id)
  const installs: Install[] = []
  for (const name of afterRealm) installs.push(await partNamed(name).load(db, id, undefined))
  const contacts = restrictsGuests(directory, realm) ? await loadContacts(db, id) : undefined
  Object.assign(directory.realm, realm)
  for (const install of installs) install(directory)
  directory.contacts = contacts
  // It is unknown which sessions and tokens ended meanwhile.
  directory.endSessions(directory.users.keys())
  directory.endTokens(directory.users.keys())
}

/** Reloads the parts of a directory that a change touched. `apply` installs them synchronously. */
export async function loadTouched(db: Db, current: Directory, touches: Touches) {
  const { id } = current.realm
  const touched = partNames.filter((name) => touches[name] !== undefined)
  const installs: Install[] = []
  for (const name of touched) installs.push(await partNamed(name).load(db, id, touches[name]))
  // Contacts depend on the new settings, before they are installed.
  const realm = touches.realm ? await loadRealm(db, id) : undefined
  const installContacts = await loadTouchedContacts(db, current, touches, realm)
  return {
    apply(directory: Directory) {
      for (const install of [...installs, installContacts]) install(directory)
    },
  }
}
