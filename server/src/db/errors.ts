/** PostgreSQL did not answer in time. Whether a change under way was committed is unknown. */
export class DatabaseTimeout extends Error {
  override readonly name = 'DatabaseTimeout'
  constructor() {
    super('PostgreSQL did not answer in time.')
  }
}

/**
 * The database was the primary and is a standby now. It may have commits that its successor does not have: those that
 * waited for a standby when it was stopped.
 */
export class PrimaryDemoted extends Error {
  override readonly name = 'PrimaryDemoted'
  /** Read-only. */
  readonly code = '25006'
  constructor() {
    super('The database has become a standby; waiting for its primary.')
  }
}
