import { z } from 'zod'
import { longText, shortText } from '../bounds.ts'
import { text } from '../param.ts'

/** A browser in which logging in needs only the password. */
export const rememberedBrowserObject = z.strictObject({
  browser_id: z.int(),
  user_agent: z.string(),
  address: z.string(),
  created_at: z.int(),
  expires_at: z.int(),
  is_current: z.boolean(),
})

/** Number of recovery codes that are made at once. */
export const recoveryCodeCount = 10

/**
 * Proof of identity in the request itself, for callers without a browser session, or with one whose last proof is too
 * old.
 */
export const proofParams = {
  password: text(longText.default('')),
  code: text(shortText.default('')),
}

/** Reasons of endpoints that need a recent proof of identity. */
export const proofReasons = [
  'proof-required',
  'password-wrong',
  'code-wrong',
  'login-directory-unavailable',
] as const
