import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'

/** Lifetime of a token. Push services accept at most a day. */
const tokenLifetimeSeconds = 12 * 60 * 60

/**
 * The server's identity for push services: browsers subscribe with the public key, and requests are signed with the
 * private one (RFC 8292).
 */
export class Vapid {
  /** Uncompressed, base64url, as browsers require. */
  readonly publicKey: string
  readonly #privateKey: KeyObject
  readonly #contact: string

  /** The key is a JWK. Push services may use the contact, a URL or email address, to reach the operator. */
  constructor(key: string, contact: string) {
    this.#privateKey = createPrivateKey({ key: JSON.parse(key) as JsonWebKey, format: 'jwk' })
    this.#contact = contact
    const { x = '', y = '' } = createPublicKey(this.#privateKey).export({ format: 'jwk' })
    const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
    this.publicKey = Buffer.concat(point).toString('base64url')
  }

  /** The Authorization header for a push service. */
  async authorization(endpoint: string, now: number): Promise<string> {
    const { SignJWT } = await import('jose')
    const token = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      .setAudience(new URL(endpoint).origin)
      .setExpirationTime(Math.floor(now / 1_000) + tokenLifetimeSeconds)
      .setSubject(this.#contact)
      .sign(this.#privateKey)
    return `vapid t=${token}, k=${this.publicKey}`
  }
}
