/** A reason why following ends, shown as a sentence. Never contains a key. */
export class FollowError extends Error {
  override readonly name = 'FollowError'
}
