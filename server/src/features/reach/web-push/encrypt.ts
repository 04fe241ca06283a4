import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** A browser's keys for encryption. */
export interface BrowserKeys {
  p256dh: string
  auth: string
}

/** Generated for each message. Given only by tests that compare bytes. */
export interface MessageKeys {
  sender: ECDH
  salt: Uint8Array
}

const curve = 'prime256v1'
const recordSize = 4096
/** Delimiter of the last record. One record is always enough, and push services accept no more. */
const lastRecord = Buffer.of(2)

function generateKeys(): MessageKeys {
  const sender = createECDH(curve)
  sender.generateKeys()
  return { sender, salt: randomBytes(16) }
}

/** Encrypts for one browser: RFC 8291, in the coding `aes128gcm` of RFC 8188. */
export function encryptFor(
  { p256dh, auth }: BrowserKeys,
  text: string,
  { sender, salt }: MessageKeys = generateKeys(),
): Uint8Array<ArrayBuffer> {
  const theirs = Buffer.from(p256dh, 'base64url')
  const ours = sender.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const shared = derived(sender.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32)
  const key = derived(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derived(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordSize)
  return Buffer.concat([
    salt,
    size,
    Buffer.of(ours.length),
    ours,
    cipher.update(text),
    cipher.update(lastRecord),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

const derived = (key: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** Whether the key is a point on the curve; otherwise encryption fails. */
export function isPoint(p256dh: string): boolean {
  try {
    generateKeys().sender.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}
