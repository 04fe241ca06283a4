import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto'

const letters = 'abcdefghijklmnopqrstuvwxyz234567'

/** A key for a link or a cookie: 24 characters out of 32 are 120 random bits. */
export const randomKey = (length = 24) =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** Keys are stored as hashes, so that access to the database reveals none. */
export const hashOfKey = (key: string) => createHash('sha256').update(key).digest('base64url')

/** Signs values that clients return to the server. */
export class Signer {
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
  }

  /** A signature for one purpose is invalid for another. */
  sign(purpose: string, text: string): string {
    return createHmac('sha256', this.#secret).update(`${purpose}\0${text}`).digest('base64url')
  }

  isSigned(purpose: string, text: string, signature: string): boolean {
    const expected = Buffer.from(this.sign(purpose, text))
    const given = Buffer.from(signature)
    return expected.length === given.length && timingSafeEqual(expected, given)
  }
}
