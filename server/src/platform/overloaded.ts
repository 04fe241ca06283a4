/** Too much is waiting already. Nothing was tried, so trying again later is safe. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'
  constructor(what: string) {
    super(`Too much is waiting: ${what}.`)
  }
}
