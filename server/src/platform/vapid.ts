import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'

/** Push services accept no more than a day. */
const seconds = 12 * 60 * 60

/** Who we are to push services: browsers subscribe with our public key, and we sign with the private one (RFC 8292). */
export class Vapid {
  /** Uncompressed, base64url, as browsers want it. */
  readonly publicKey: string
  readonly #privateKey: KeyObject
  readonly #contact: string

  /** The key as JWK. The contact is an address of whoever runs the server, which push services may write to. */
  constructor(key: string, contact: string) {
    this.#privateKey = createPrivateKey({ key: JSON.parse(key) as JsonWebKey, format: 'jwk' })
    this.#contact = contact
    const { x = '', y = '' } = createPublicKey(this.#privateKey).export({ format: 'jwk' })
    const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
    this.publicKey = Buffer.concat(point).toString('base64url')
  }

  /** The header with which a push service knows us. */
  async authorization(endpoint: string, now: number): Promise<string> {
    const { SignJWT } = await import('jose')
    const token = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      .setAudience(new URL(endpoint).origin)
      .setExpirationTime(Math.floor(now / 1_000) + seconds)
      .setSubject(this.#contact)
      .sign(this.#privateKey)
    return `vapid t=${token}, k=${this.publicKey}`
  }
}
