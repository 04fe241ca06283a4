import { randomBytes, randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

export const passwordRules = { minLength: 6, maxLength: 100, minGuesses: 10_000 }

type Verify = typeof verify

/** Secrets that are part of hashes, by ID. The first is for new ones. */
export type PasswordKeys = ReadonlyMap<string, Buffer>

/** A hash with a secret names it: `keyed:<id>:$argon2id$…`. */
const keyedHash = /^keyed:(\w+):(.*)$/

/**
 * Hashes and compares passwords by argon2id, with the parameters that its authors recommend for logins. With a master key, a secret
 * outside the database is part of new hashes, so that a copy of the database is not enough to guess passwords.
 */
export class PasswordHasher {
  readonly #keys: PasswordKeys
  readonly #verify: Verify
  #placeholder: Promise<string> | undefined

  constructor(keys: PasswordKeys = new Map(), verifyHash: Verify = verify) {
    this.#keys = keys
    this.#verify = verifyHash
  }

  async hash(password: string, salt?: Buffer): Promise<string> {
    const [current] = this.#keys
    const options = salt === undefined ? {} : { salt }
    if (current === undefined) return await hash(password, options)
    const [id, secret] = current
    return `keyed:${id}:${await hash(password, { ...options, secret })}`
  }

  /** Takes equally long without a hash, so that timing does not reveal who has an account. */
  async matches(hashed: string | null, password: string): Promise<boolean> {
    // Created by the first comparison of any account; otherwise the first unknown name would take twice as long.
    this.#placeholder ??= this.hash(randomPassword())
    const placeholder = await this.#placeholder
    const [, id, keyed] = keyedHash.exec(hashed ?? placeholder) ?? []
    const secret = id === undefined ? undefined : this.#keys.get(id)
    const plain = keyed ?? hashed ?? placeholder
    const matches = await this.#verify(plain, password, secret === undefined ? {} : { secret })
    return matches && hashed !== null
  }

  /** The hash that replaces one from before the master key. Undefined if it is up to date. The salt stays. */
  async renewed(hashed: string, password: string): Promise<string | undefined> {
    const [current] = this.#keys.keys()
    if (current === undefined || keyedHash.exec(hashed)?.[1] === current) return undefined
    return await this.hash(password, Buffer.from(saltOf(hashed), 'base64'))
  }
}

/** Changes with every new password. */
export const saltOf = (hashed: string): string => hashed.split('$').at(-2) ?? ''

/** Required number of guesses by level. The first is the minimum of this server, the others are those of zxcvbn's scores. */
const guessesByLevel: Readonly<Record<number, number>> = {
  1: passwordRules.minGuesses,
  2: 1e6,
  3: 1e8,
  4: 1e10,
}

export const minGuessesOf = (level: number) => guessesByLevel[level] ?? passwordRules.minGuesses

/** Required length and level of new passwords. */
export interface PasswordPolicy {
  minLength: number
  level: number
}

const minimalPolicy: PasswordPolicy = { minLength: passwordRules.minLength, level: 1 }

/** The reason why a password is refused, if it is. */
export async function passwordDenial(
  password: string,
  { minLength, level }: PasswordPolicy = minimalPolicy,
): Promise<'too-short' | 'too-weak' | 'breached' | undefined> {
  const { length } = [...password]
  if (length < passwordRules.minLength) return 'too-weak'
  if (length < minLength) return 'too-short'
  const { guesses, isKnown } = await estimator()
  const checked = password.slice(0, passwordRules.maxLength)
  if (guesses(checked) < minGuessesOf(level)) return 'too-weak'
  return isKnown(checked) ? 'breached' : undefined
}

/** The strength of a password as meters show it: 0 to 4, by the levels of zxcvbn. */
export async function passwordLevel(password: string): Promise<number> {
  const guesses = (await estimator()).guesses(password.slice(0, passwordRules.maxLength))
  return levelGuesses.filter((least) => guesses >= least).length
}

const levelGuesses = [1e3, 1e6, 1e8, 1e10]

interface Estimator {
  guesses(password: string): number
  /** Whether it is in the list of leaked passwords, whatever its case. */
  isKnown(password: string): boolean
}

let loaded: Promise<Estimator> | undefined

/** Loaded on first use, because its word lists take tens of megabytes. */
function estimator(): Promise<Estimator> {
  loaded ??= (async () => {
    const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
      import('@zxcvbn-ts/core'),
      import('@zxcvbn-ts/language-common'),
    ])
    const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
    const leaked = new Set(dictionary['passwords-common'].map(String))
    return {
      guesses: (password) => zxcvbn.check(password).guesses,
      isKnown: (password) => leaked.has(password.toLowerCase()),
    }
  })()
  return loaded
}

const alphanumerics = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export function randomApiKey(): string {
  return Array.from({ length: 32 }, () => alphanumerics[randomInt(alphanumerics.length)]).join('')
}

export const randomPassword = () => randomBytes(12).toString('base64url')
