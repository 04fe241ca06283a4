import type { ProfileData } from '@loquat/contract'
import { canSeeUser, isLimited, limitedGuests, type VisibilityData } from '../../../directory/access-users.ts'
import { loadContacts } from '../../../directory/contact-store.ts'
import { type Contacts, recordContact } from '../../../directory/contacts.ts'
import { type Channel, type Directory, isBot, isGuest, type User } from '../../../directory/directory.ts'
import { hiddenUserName } from '../../../directory/unknown-person.ts'
import type { Tx } from '../../../events/transaction.ts'
import { usuallySince } from '../presence/fetch.ts'
import { publishPresence } from '../presence/publish.ts'
import { loadPresences, type StoredPresence } from '../presence/store.ts'
import { loadProfiles } from '../profile-fields/store.ts'
import { publishStatus } from '../user-status/publish.ts'
import { loadStatuses, type Status } from '../user-status/store.ts'
import { placeholderOf } from './placeholder.ts'
import { maySeeEmail, presentUser } from './present.ts'

/**
 * Guests who may not know everybody are told whom they come to know and whom they cease to know. Everything here runs in
 * exclusive transactions, so that nobody is forgotten. Where guests may know everybody, none of it costs anything.
 */

/** Somebody who cannot know one person any more, or can from now on. */
interface Change {
  person: User
  gained: User[]
  lost: User[]
}

type Test = (viewer: User, person: User) => boolean

/**
 * People who joined or left channels: who sees them now, and whom they see. `earlier` are channels that the same transaction has
 * changed before.
 */
export async function publishVisibilityAfterMembershipChange(
  tx: Tx,
  directory: Directory,
  moved: readonly User[],
  channels: readonly { channel: Channel; subscribers: ReadonlySet<number> }[],
  earlier: readonly Channel[] = [],
): Promise<void> {
  if (directory.contacts === undefined) return
  const before = withSubscribers(directory, earlier)
  const after = withSubscribers(
    before,
    channels.map(({ channel: { id }, subscribers }) => ({ id, subscribers })),
  )
  const guests = limitedGuests(directory)
  const ids = new Set(moved.map(({ id }) => id))
  const moving = guests.filter(({ id }) => ids.has(id))
  // Between two who stayed where they were nothing changes.
  const others = moving.length === 0 ? [] : people(directory).filter(({ id }) => !ids.has(id))
  const saw: Test = (viewer, person) => canSeeUser(before, viewer, person)
  const sees: Test = (viewer, person) => canSeeUser(after, viewer, person)
  await publishChanges(tx, directory, [
    ...changes(moved, guests, saw, sees),
    ...changes(others, moving, saw, sees),
  ])
}

function withSubscribers(
  { contacts, channels }: VisibilityData,
  changed: readonly { id: number; subscribers: { has(userId: number): boolean } }[],
): VisibilityData {
  return { contacts, channels: new Map([...channels, ...changed.map((one) => [one.id, one] as const)]) }
}

/** People who write to each other for the first time. */
export async function publishVisibilityAfterFirstDirectMessage(
  tx: Tx,
  directory: Directory,
  userIds: readonly number[],
): Promise<void> {
  if (directory.contacts === undefined) return
  const users = userIds.flatMap((id) => directory.users.get(id) ?? [])
  const guests = users.filter((user) => isLimited(directory, user))
  const contacts = new Map(guests.map(({ id }) => [id, copyOf(directory.contacts?.get(id))]))
  for (const { id } of guests) recordContact(contacts, id, userIds)
  const after: VisibilityData = { contacts, channels: directory.channels }
  const saw: Test = (viewer, person) => canSeeUser(directory, viewer, person)
  await publishChanges(
    tx,
    directory,
    changes(users, guests, saw, (viewer, person) => canSeeUser(after, viewer, person)),
  )
}

const copyOf = (contacts: Contacts | undefined): Contacts => ({
  oneToOne: new Set(contacts?.oneToOne),
  inGroups: new Set(contacts?.inGroups),
})

/** Somebody who goes or returns: of those who left, guests know only whom they have written with alone. */
export async function publishVisibilityAfterDeactivation(
  tx: Tx,
  directory: Directory,
  before: User,
  after: User,
): Promise<void> {
  const guests = limitedGuests(directory)
  const saw: Test = (viewer) => canSeeUser(directory, viewer, before)
  const sees: Test = (viewer) => canSeeUser(directory, viewer, after)
  await publishChanges(tx, directory, changes([after], guests, saw, sees))
}

/** Somebody who became a guest, which is stored already, or ceased to be one. */
export async function publishVisibilityAfterRoleChange(
  tx: Tx,
  directory: Directory,
  before: User,
  after: User,
): Promise<void> {
  if (directory.contacts === undefined || isGuest(before) === isGuest(after)) return
  const contacts = isGuest(after) ? await loadContacts(tx.db, tx.realmId, [after.id]) : directory.contacts
  const company: VisibilityData = { contacts, channels: directory.channels }
  const saw: Test = (_, person) => canSeeUser(company, before, person)
  const sees: Test = (_, person) => canSeeUser(company, after, person)
  await publishChanges(tx, directory, changes(people(directory), [after], saw, sees))
}

/** The organization lets guests know everybody, or ceases to. */
export async function publishVisibilityAfterRestriction(
  tx: Tx,
  directory: Directory,
  isRestricted: boolean,
): Promise<void> {
  const guests = [...directory.activeUsers()].filter(isGuest)
  if (guests.length === 0 || isRestricted === (directory.contacts !== undefined)) return
  const contacts = directory.contacts ?? (await loadContacts(tx.db, tx.realmId))
  const company: VisibilityData = { contacts, channels: directory.channels }
  const always: Test = () => true
  const restricted: Test = (viewer, person) => canSeeUser(company, viewer, person)
  const [saw, sees] = isRestricted ? [always, restricted] : [restricted, always]
  await publishChanges(tx, directory, changes(people(directory), guests, saw, sees))
}

/** Everyone whom some might not know, by ID. */
const people = (directory: Directory) => [...directory.users.values()].filter((user) => !isBot(user))

function changes(persons: readonly User[], viewers: readonly User[], saw: Test, sees: Test): Change[] {
  return persons.flatMap((person) => {
    const others = viewers.filter(
      (viewer) => viewer.id !== person.id && saw(viewer, person) !== sees(viewer, person),
    )
    if (others.length === 0) return []
    const gained = others.filter((viewer) => sees(viewer, person))
    return [{ person, gained, lost: others.filter((viewer) => !gained.includes(viewer)) }]
  })
}

/** Whoever comes to know somebody is told everything that a fresh look would publishChanges. */
interface Known {
  profiles: ReadonlyMap<number, ProfileData>
  statuses: ReadonlyMap<number, Status>
  presences: ReadonlyMap<number, StoredPresence>
}

async function publishChanges(tx: Tx, directory: Directory, all: readonly Change[]): Promise<void> {
  const met = all.filter(({ gained }) => gained.length > 0).map(({ person }) => person.id)
  const known = met.length > 0 ? await load(tx, met) : undefined
  for (const { person, gained, lost } of all) {
    if (known !== undefined) tellGained(tx, directory, person, gained, known)
    const users = lost.map(({ id }) => id)
    tx.publish(
      { type: 'realm_user', op: 'remove', person: { user_id: person.id, full_name: hiddenUserName } },
      { users },
    )
    // In lists of everybody, somebody unknown takes the place.
    tx.publish(
      { type: 'realm_user', op: 'add', person: placeholderOf(directory, person.id) },
      { users, without: 'user_list_incomplete' },
    )
  }
}

async function load(tx: Tx, userIds: number[]): Promise<Known> {
  const only = userIds.length === 1 ? userIds[0] : undefined
  const statuses = await loadStatuses(tx.db, tx.realmId, only)
  const presences = await loadPresences(tx.db, tx.realmId, { userId: only, since: usuallySince(Date.now()) })
  return {
    profiles: await loadProfiles(tx.db, tx.realmId, userIds),
    statuses: new Map(statuses.map((one) => [one.userId, one])),
    presences: new Map(presences.map((one) => [one.userId, one])),
  }
}

function tellGained(
  tx: Tx,
  directory: Directory,
  person: User,
  viewers: readonly User[],
  { profiles, statuses, presences }: Known,
): void {
  const shown = presentUser(directory, person, { viewer: person, externalAvatar: false, profiles })
  const idsOf = (users: readonly User[]) => users.map(({ id }) => id)
  const seeing = viewers.filter((viewer) => maySeeEmail(viewer, person))
  const blind = viewers.filter((viewer) => !maySeeEmail(viewer, person))
  tx.publish({ type: 'realm_user', op: 'add', person: shown }, { users: idsOf(seeing) })
  tx.publish(
    { type: 'realm_user', op: 'add', person: { ...shown, delivery_email: null } },
    { users: idsOf(blind) },
  )
  if (!person.isActive) return
  const audience = { users: idsOf(viewers) }
  const status = statuses.get(person.id)
  if (status !== undefined) publishStatus(tx, person, status, audience)
  const presence = presences.get(person.id)
  if (presence !== undefined) publishPresence(tx, directory, person, presence, audience)
}
