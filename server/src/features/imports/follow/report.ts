/** Things of the old server that are followed. */
export const followedKinds = [
  'messages',
  'edits',
  'deletions',
  'reactions',
  'users',
  'channels',
  'subscriptions',
  'groups',
  'emoji',
  'files',
  'flags',
] as const
export type FollowedKind = (typeof followedKinds)[number]

/** Fixed phrases. */
export type NotFollowedReason =
  | 'comes with the last export'
  | 'message is not here'
  | 'channel is not visible to the account'
  | 'bytes cannot be had'
  | 'picture cannot be read'
  | 'emoji is not known'
  | 'refused here'
  | 'cut'

/** Counts the changes that a run of the follower applied, and those it skipped. */
export class FollowReport {
  readonly followed = Object.fromEntries(followedKinds.map((kind) => [kind, 0])) as Record<
    FollowedKind,
    number
  >
  readonly #notFollowed = new Map<string, { what: string; why: NotFollowedReason; count: number }>()
  /** How often events were lost, because the queue had expired. */
  gaps = 0

  count(kind: FollowedKind, count = 1): void {
    this.followed[kind] += count
  }

  skip(what: string, why: NotFollowedReason, count = 1): void {
    const key = `${what}\n${why}`
    const known = this.#notFollowed.get(key)
    if (known === undefined) this.#notFollowed.set(key, { what, why, count })
    else known.count += count
  }

  get notFollowed(): { what: string; why: NotFollowedReason; count: number }[] {
    return [...this.#notFollowed.values()].sort(
      (a, b) => a.what.localeCompare(b.what) || a.why.localeCompare(b.why),
    )
  }
}
