import type { ProfileData } from '@loquat/contract'
import { canSeeUser, isLimited, limitedGuests, type VisibilityData } from '../../../directory/access-users.ts'
import { loadContacts } from '../../../directory/contact-store.ts'
import { type Contacts, recordContact } from '../../../directory/contacts.ts'
import { type Channel, type Directory, isBot, isGuest, type User } from '../../../directory/directory.ts'
import { hiddenUserName } from '../../../directory/unknown-person.ts'
import type { Tx } from '../../../events/transaction.ts'
import { defaultHistoryStart } from '../presence/fetch.ts'
import { publishPresence } from '../presence/publish.ts'
import type { Presence } from '../presence/rules.ts'
import { lastingTimes, shownOf } from '../presence/shown-rules.ts'
import { listPresenceRows } from '../presence/store.ts'
import { loadProfiles } from '../profile-fields/store.ts'
import { publishStatus } from '../user-status/publish.ts'
import { loadStatuses, type Status } from '../user-status/store.ts'
import { placeholderOf } from './placeholder.ts'
import { maySeeEmail, presentUser } from './present.ts'

/**
 * Publishes users that limited guests gain or lose sight of. Everything here runs in exclusive transactions,
 * so that no guest is missed. Costs nothing in organizations where guests can see everyone.
 */

/** Viewers who can now see a person, and those who no longer can. */
interface VisibilityChange {
  person: User
  gained: User[]
  lost: User[]
}

type CanSee = (viewer: User, person: User) => boolean

/**
 * Visibility changes after users joined or left channels, in both directions. `earlier` are channels
 * that the same transaction changed before.
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
  // Nothing changes between two users who did not move.
  const others = moving.length === 0 ? [] : people(directory).filter(({ id }) => !ids.has(id))
  const saw: CanSee = (viewer, person) => canSeeUser(before, viewer, person)
  const sees: CanSee = (viewer, person) => canSeeUser(after, viewer, person)
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

/** After the first direct message between people. */
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
  const saw: CanSee = (viewer, person) => canSeeUser(directory, viewer, person)
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

/**
 * After a deactivation or reactivation. Guests see deactivated users only if they have a one-on-one
 * conversation with them.
 */
export async function publishVisibilityAfterDeactivation(
  tx: Tx,
  directory: Directory,
  before: User,
  after: User,
): Promise<void> {
  const guests = limitedGuests(directory)
  const saw: CanSee = (viewer) => canSeeUser(directory, viewer, before)
  const sees: CanSee = (viewer) => canSeeUser(directory, viewer, after)
  await publishChanges(tx, directory, changes([after], guests, saw, sees))
}

/** After a user became a guest (already stored) or ceased to be one. */
export async function publishVisibilityAfterRoleChange(
  tx: Tx,
  directory: Directory,
  before: User,
  after: User,
): Promise<void> {
  if (directory.contacts === undefined || isGuest(before) === isGuest(after)) return
  const contacts = isGuest(after) ? await loadContacts(tx.db, tx.realmId, [after.id]) : directory.contacts
  const company: VisibilityData = { contacts, channels: directory.channels }
  const saw: CanSee = (_, person) => canSeeUser(company, before, person)
  const sees: CanSee = (_, person) => canSeeUser(company, after, person)
  await publishChanges(tx, directory, changes(people(directory), [after], saw, sees))
}

/** After the organization changed whether guests can see everyone. */
export async function publishVisibilityAfterRestriction(
  tx: Tx,
  directory: Directory,
  isRestricted: boolean,
): Promise<void> {
  const guests = [...directory.activeUsers()].filter(isGuest)
  if (guests.length === 0 || isRestricted === (directory.contacts !== undefined)) return
  const contacts = directory.contacts ?? (await loadContacts(tx.db, tx.realmId))
  const company: VisibilityData = { contacts, channels: directory.channels }
  const always: CanSee = () => true
  const restricted: CanSee = (viewer, person) => canSeeUser(company, viewer, person)
  const [saw, sees] = isRestricted ? [always, restricted] : [restricted, always]
  await publishChanges(tx, directory, changes(people(directory), guests, saw, sees))
}

/** All users that a limited guest might not see. Bots are visible to everyone. */
const people = (directory: Directory) => [...directory.users.values()].filter((user) => !isBot(user))

function changes(
  persons: readonly User[],
  viewers: readonly User[],
  saw: CanSee,
  sees: CanSee,
): VisibilityChange[] {
  return persons.flatMap((person) => {
    const others = viewers.filter(
      (viewer) => viewer.id !== person.id && saw(viewer, person) !== sees(viewer, person),
    )
    if (others.length === 0) return []
    const gained = others.filter((viewer) => sees(viewer, person))
    return [{ person, gained, lost: others.filter((viewer) => !gained.includes(viewer)) }]
  })
}

/** Data published to viewers who gain sight of a person: the same as in a fresh registration. */
interface PublishedProfiles {
  profiles: ReadonlyMap<number, ProfileData>
  statuses: ReadonlyMap<number, Status>
  presences: ReadonlyMap<number, Presence>
}

async function publishChanges(tx: Tx, directory: Directory, all: readonly VisibilityChange[]): Promise<void> {
  const gainedIds = all.filter(({ gained }) => gained.length > 0).map(({ person }) => person.id)
  const published = gainedIds.length > 0 ? await loadPublished(tx, gainedIds) : undefined
  for (const { person, gained, lost } of all) {
    if (published !== undefined) publishGained(tx, directory, person, gained, published)
    const users = lost.map(({ id }) => id)
    tx.publish(
      { type: 'realm_user', op: 'remove', person: { user_id: person.id, full_name: hiddenUserName } },
      { users },
    )
    // In complete user lists, a placeholder takes the user's place.
    tx.publish(
      { type: 'realm_user', op: 'add', person: placeholderOf(directory, person.id) },
      { users, without: 'user_list_incomplete' },
    )
  }
}

async function loadPublished(tx: Tx, userIds: number[]): Promise<PublishedProfiles> {
  const only = userIds.length === 1 ? userIds[0] : undefined
  const statuses = await loadStatuses(tx.db, tx.realmId, only)
  const now = Date.now()
  const presences = await listPresenceRows(tx.db, tx.realmId, {
    userId: only,
    since: defaultHistoryStart(now),
  })
  return {
    profiles: await loadProfiles(tx.db, tx.realmId, userIds),
    statuses: new Map(statuses.map((one) => [one.userId, one])),
    presences: new Map(presences.map((one) => [one.userId, lastingTimes(one, shownOf(one), now)])),
  }
}

function publishGained(
  tx: Tx,
  directory: Directory,
  person: User,
  viewers: readonly User[],
  { profiles, statuses, presences }: PublishedProfiles,
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
