import { randomBytes, randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

export const passwordRules = { minLength: 6, maxLength: 100, minGuesses: 10_000 }

/** argon2id with the parameters that its authors recommend for logins. */
export const hashPassword = (password: string) => hash(password)

type Verify = (hashed: string, password: string) => Promise<boolean>

/** Compares passwords with stored hashes. Takes equally long without a hash, so that timing does not reveal who has an account. */
export class PasswordVerifier {
  readonly #verify: Verify
  #placeholder: Promise<string> | undefined

  constructor(verifyHash: Verify = verify) {
    this.#verify = verifyHash
  }

  async matches(hashed: string | null, password: string): Promise<boolean> {
    // Created by the first comparison of any account; otherwise the first unknown name would take twice as long.
    this.#placeholder ??= hashPassword(randomPassword())
    const placeholder = await this.#placeholder
    const matches = await this.#verify(hashed ?? placeholder, password)
    return matches && hashed !== null
  }
}

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
