/** Too much work is already waiting. Nothing was started, so a retry is safe. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'
  constructor(what: string) {
    super(`Too much is waiting: ${what}.`)
  }
}
