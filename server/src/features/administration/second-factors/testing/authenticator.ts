import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { castPassword, type Person, type World } from '@loquat/devkit'

/** For tests only: a software authenticator that answers as a browser does. */

type Cbor = number | string | Buffer | Map<Cbor, Cbor>

function head(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size])
  return size < 256
    ? Buffer.from([(kind << 5) | 24, size])
    : Buffer.from([(kind << 5) | 25, size >> 8, size & 255])
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)]),
  ])
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

interface Options {
  challenge?: unknown
  rp?: unknown
  rpId?: unknown
  user?: unknown
}

export interface Answering {
  origin: string
  rpId?: string
  /** Flags of the authenticator: present 1, verified 4. */
  flags?: number
  counter?: number
}

const present = 1
const verified = 4
const hasCredential = 64

export class Authenticator {
  readonly #key: KeyObject
  readonly #publicKey: Buffer
  readonly id = randomBytes(16)
  #handle = ''
  counter = 0

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#key = privateKey
    const coordinates = [x, y].map((one) => Buffer.from(one, 'base64url'))
    this.#publicKey = cbor(
      new Map<Cbor, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, coordinates[0]!],
        [-3, coordinates[1]!],
      ]),
    )
  }

  /** Answers `navigator.credentials.create()`. */
  create(options: Options, answering: Answering) {
    this.#handle = (options.user as { id: string }).id
    const rpId = answering.rpId ?? (options.rp as { id: string }).id
    const credential = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      this.#publicKey,
    ])
    const flags = (answering.flags ?? present | verified) | hasCredential
    const authData = Buffer.concat([this.#data(rpId, flags, answering.counter ?? this.counter), credential])
    const attestation = new Map<Cbor, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return {
      ...this.#frame(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options, answering).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** Answers `navigator.credentials.get()`. */
  get(options: Options, answering: Answering) {
    this.counter = answering.counter ?? this.counter + 1
    const rpId = answering.rpId ?? String(options.rpId)
    const authData = this.#data(rpId, answering.flags ?? present | verified, this.counter)
    const clientData = this.#clientData('webauthn.get', options, answering)
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#key)
    return {
      ...this.#frame(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: this.#handle,
      },
    }
  }

  #frame() {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key' as const }
  }

  #data(rpId: string, flags: number, counter: number): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count])
  }

  #clientData(type: string, { challenge }: Options, { origin }: Answering): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }
}

/** The origin of the pages of the organization. */
export async function originOf({ app }: Pick<World, 'app'>): Promise<string> {
  const realm = await app.realms.byHost('')
  return new URL(realm?.directory.url ?? '').origin
}

/** Adds a passkey to an account. */
export async function addPasskey(world: Pick<World, 'app'>, person: Person, name = 'Laptop') {
  const origin = await originOf(world)
  const authenticator = new Authenticator()
  const { options } = await person.api.startPasskey({ password: castPassword })
  const credential = authenticator.create(options, { origin })
  return { origin, authenticator, ...(await person.api.addPasskey({ name, credential })) }
}
