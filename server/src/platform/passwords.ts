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

/** Whether the password is hard enough to guess. */
export async function isStrongEnough(password: string): Promise<boolean> {
  if ([...password].length < passwordRules.minLength) return false
  const estimate = await estimator()
  return estimate(password.slice(0, passwordRules.maxLength)) >= passwordRules.minGuesses
}

let loaded: Promise<(password: string) => number> | undefined

/** Loaded on first use, because its word lists take tens of megabytes. */
function estimator(): Promise<(password: string) => number> {
  loaded ??= (async () => {
    const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
      import('@zxcvbn-ts/core'),
      import('@zxcvbn-ts/language-common'),
    ])
    const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
    return (password) => zxcvbn.check(password).guesses
  })()
  return loaded
}

const alphanumerics = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export function randomApiKey(): string {
  return Array.from({ length: 32 }, () => alphanumerics[randomInt(alphanumerics.length)]).join('')
}

export const randomPassword = () => randomBytes(12).toString('base64url')
