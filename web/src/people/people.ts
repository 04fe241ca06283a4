import type { FetchedMessage, RegisteredUser } from '@loquat/contract'
import { memoized } from '../lib/memoized.ts'
import { org, useOrg } from '../session/session.ts'

/** All users by ID, including bots, deactivated users and system bots. */
export const peopleById = memoized(
  (org) => [org.realm_users, org.realm_non_active_users, org.cross_realm_bots],
  ({ realm_users: users = [], realm_non_active_users: gone = [], cross_realm_bots: system = [] }) =>
    new Map([...system, ...gone, ...users].map((user) => [user.user_id, user])),
)

const inactiveIds = memoized(
  (org) => [org.realm_non_active_users],
  ({ realm_non_active_users: gone = [] }) => new Set(gone.map((user) => user.user_id)),
)

export const personById = (id: number): RegisteredUser | undefined => peopleById(org()).get(id)
export const usePerson = (id: number): RegisteredUser | undefined => useOrg((org) => peopleById(org).get(id))
export const useIsInactive = (id: number): boolean => useOrg((org) => inactiveIds(org).has(id))
export const isInactive = (id: number): boolean => inactiveIds(org()).has(id)

const gatewayEmail = 'email-gateway@loquat.invalid'

/** The client of messages that are entries of an RSS or Atom feed. */
const feedClient = 'Feeds'

/** Whether a bot of the system tells about the channel itself. The email gateway posts what people wrote, and feeds are content. */
export const isNotice = (
  { client, stream_id }: Pick<FetchedMessage, 'client' | 'stream_id'>,
  sender: Pick<RegisteredUser, 'is_system_bot' | 'email'> | undefined,
): boolean =>
  stream_id !== undefined &&
  sender?.is_system_bot === true &&
  sender.email !== gatewayEmail &&
  client !== feedClient

/** The first word of a person's name, for one-line previews. Bots are known by their whole name. */
export const givenName = ({ full_name, is_bot }: Pick<RegisteredUser, 'full_name' | 'is_bot'>): string =>
  (is_bot ? undefined : full_name.split(' ')[0]) ?? full_name
