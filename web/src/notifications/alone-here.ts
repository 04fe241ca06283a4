import { memoised } from '../lib/memoised.ts'

/** Nobody else is here yet: no people besides the reader, however many bots. */
export const isAlone = memoised(
  (org) => [org.realm_users],
  ({ realm_users: users = [] }) => users.filter((user) => !user.is_bot).length === 1,
)

/** Who can add a guest to a channel for sure, as far as the reader sees them. */
export const administrators = memoised(
  (org) => [org.realm_users],
  ({ realm_users: users = [] }) =>
    users.filter((user) => !user.is_bot && user.role <= 200).map((user) => user.full_name),
)
