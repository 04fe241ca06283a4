/** PostgreSQL did not answer in time. Whether a change under way was committed is unknown. */
export class DatabaseTimeout extends Error {
  override readonly name = 'DatabaseTimeout'
  constructor() {
    super('PostgreSQL did not answer in time.')
  }
}
