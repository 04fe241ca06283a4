import { Browser, castPassword, type Person, type World } from '@loquat/devkit'
import { Secret, TOTP } from 'otpauth'

/** For tests only: an authenticator app. Codes are of the current period unless `periods` says otherwise. */
export const codeOf = (world: Pick<World, 'clock'>, secret: string, periods = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: world.clock.now() + periods * 30_000,
  })

/** Sets up an authenticator app, and moves on to the next period, because the first code is used. */
export async function setUpTotp(world: World, person: Person) {
  const { secret } = await person.api.startTotp({ password: castPassword })
  const { recovery_codes: recoveryCodes } = await person.api.confirmTotp({ code: codeOf(world, secret) })
  world.clock.advance(30)
  return { secret, recoveryCodes, code: (periods = 0) => codeOf(world, secret, periods) }
}

/** A browser that has entered the password on the login page. */
export async function afterPassword(world: World, person: Pick<Person, 'email'>, fields = {}) {
  const browser = new Browser(world)
  const answer = await browser.send('POST /login', {
    username: person.email,
    password: castPassword,
    ...fields,
  })
  return { browser, to: answer.headers.get('location') }
}
