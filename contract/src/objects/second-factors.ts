import { z } from 'zod'
import { list, longText, shortText, string } from '../bounds.ts'
import { json, text } from '../param.ts'

/** A browser in which logging in needs only the password. */
export const rememberedBrowserObject = z.strictObject({
  browser_id: z.int(),
  user_agent: z.string(),
  address: z.string(),
  created_at: z.int(),
  expires_at: z.int(),
  is_current: z.boolean(),
})

export const passkeyObject = z.strictObject({
  passkey_id: z.int(),
  name: z.string(),
  is_synced: z.boolean(),
  created_at: z.int(),
  last_used_at: z.int().nullable(),
})

export const maxPasskeys = 20
export const maxPasskeyNameLength = 60

/** Base64 of what a browser returns. */
const encoded = string(8_192)

/** A new passkey, as `PublicKeyCredential.toJSON()` returns it. */
export const registrationCredential = z.object({
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: string(65_536),
    transports: list(string(30), 20).optional(),
  }),
})
export type RegistrationCredential = z.output<typeof registrationCredential>

/** The answer of a passkey to a challenge, as `PublicKeyCredential.toJSON()` returns it. */
export const authenticationCredential = z.object({
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: encoded.nullish(),
  }),
})
export type AuthenticationCredential = z.output<typeof authenticationCredential>

/** Options for `navigator.credentials`, as JSON. */
export const credentialOptions = z.record(z.string(), z.unknown())

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
export const passkeyProof = json(authenticationCredential.optional())

/** Reasons of endpoints that need a recent proof of identity. */
export const proofReasons = [
  'proof-required',
  'password-wrong',
  'code-wrong',
  'login-directory-unavailable',
] as const
