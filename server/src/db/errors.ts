/** PostgreSQL did not answer in time. Whether a change under way was committed is unknown. */
export class DatabaseTimeout extends Error {
  override readonly name = 'DatabaseTimeout'
  constructor() {
    super('PostgreSQL did not answer in time.')
  }
}

/** Too many callers wait for a connection already. Nothing was tried. */
export class DatabaseOverloaded extends Error {
  override readonly name = 'DatabaseOverloaded'
  constructor() {
    super('Too many callers are waiting for a database connection.')
  }
}
