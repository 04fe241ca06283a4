import { timingSafeEqual } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const periodSeconds = 30
const digits = 6
/** Clocks of phones may be off by this many periods. */
const toleratedSteps = [-1, 0, 1]

const parameters = { algorithm: 'SHA1', digits, period: periodSeconds }

/** 160 bits, as RFC 4226 recommends. */
export const newTotpSecret = () => new Secret({ size: 20 }).base32

/** The URL that authenticator apps scan. */
export const totpUrl = (secret: string, issuer: string, label: string) =>
  new TOTP({ ...parameters, issuer, label, secret: Secret.fromBase32(secret) }).toString()

/**
 * The period that a code belongs to, later than `after`: a code of an earlier one was used or is too old. Compares all
 * candidates in constant time.
 */
export function stepOfCode(secret: string, code: string, now: number, after: number): number | undefined {
  if (!isTotpCode(code)) return undefined
  const totp = new TOTP({ ...parameters, secret: Secret.fromBase32(secret) })
  const current = Math.floor(now / 1_000 / periodSeconds)
  const matching = toleratedSteps
    .map((offset) => current + offset)
    .filter((step) => {
      const expected = totp.generate({ timestamp: step * periodSeconds * 1_000 })
      return timingSafeEqual(Buffer.from(expected), Buffer.from(code))
    })
  return matching.find((step) => step > after)
}

export const isTotpCode = (code: string) => /^[0-9]{6}$/.test(code)
