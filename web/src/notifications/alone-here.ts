import { memoized } from '../lib/memoized.ts'

/** Whether the reader is the only person; bots do not count. */
export const isAlone = memoized(
  (org) => [org.realm_users],
  ({ realm_users: users = [] }) => users.filter((user) => !user.is_bot).length === 1,
)

/** Names of the administrators that the reader can see. */
export const administrators = memoized(
  (org) => [org.realm_users],
  ({ realm_users: users = [] }) =>
    users.filter((user) => !user.is_bot && user.role <= 200).map((user) => user.full_name),
)
