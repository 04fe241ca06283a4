import { timingSafeEqual } from 'node:crypto'
import { recoveryCodeCount } from '@loquat/contract'
import { hashOfKey, randomKey } from '../../../platform/signer.ts'

/** 16 characters out of 32 are 80 random bits, too many to find from a hash. */
const codeLength = 16

/** Codes as they are shown: in groups of four, which are easier to copy by hand. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () => randomKey(codeLength).replace(/(.{4})(?=.)/g, '$1-'))

export const hashOfCode = (code: string) => hashOfKey(plainCode(code))

/** A code without the separators that people type or leave out. */
export const plainCode = (code: string) => code.replace(/[\s-]/g, '').toLowerCase()

/** The stored hash of a code. Compares all of them in constant time. */
export function matchingHash(hashes: readonly string[], code: string): string | undefined {
  const given = Buffer.from(hashOfCode(code))
  const matching = hashes.filter((hash) => timingSafeEqual(Buffer.from(hash), given))
  return matching[0]
}
