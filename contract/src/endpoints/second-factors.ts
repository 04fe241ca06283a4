import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { given, sample } from '../example.ts'
import {
  credentialOptions,
  passkeyObject,
  passkeyProof,
  proofParams,
  proofReasons,
  registrationCredential,
  rememberedBrowserObject,
} from '../objects/second-factors.ts'
import { json, text } from '../param.ts'

export const getFactors = endpoint({
  route: 'GET /users/me/factors',
  summary: 'Get your second factors',
  notes:
    'Use this to show how your account is protected: the authenticator app, passkeys, the number of unused recovery codes, and the ' +
    'browsers that ask for no code. This is an extension of Loquat.',
  auth: 'user',
  gate: 'human',
  params: {},
  reply: {
    totp: z.strictObject({ created_at: z.int() }).nullable(),
    passkeys: z.array(passkeyObject),
    recovery_codes_left: z.int(),
    remembered_browsers: z.array(rememberedBrowserObject),
    required_by: z.int().nullable(),
  },
})

export const startTotp = endpoint({
  route: 'POST /users/me/factors/totp',
  summary: 'Start setting up an authenticator app',
  notes:
    'Use this to show the secret of a new authenticator app (TOTP) as a QR code. It takes effect when its first code is ' +
    'confirmed; until then, this returns the same secret for ten minutes. This is an extension of Loquat.',
  auth: 'user',
  gate: 'human',
  params: proofParams,
  example: { password: given('password') },
  reply: { secret: z.string(), url: z.string(), qr_svg: z.string() },
  reasons: [...proofReasons, 'totp-already-set-up'],
})

export const confirmTotp = endpoint({
  route: 'POST /users/me/factors/totp/confirm',
  summary: 'Confirm an authenticator app',
  notes:
    'Completes the setup of an authenticator app with one of its codes. From then on, logging in with a password needs a ' +
    'code as well. The reply has recovery codes if this is the first second factor; they are not shown again. An ' +
    'email notifies you. This is an extension of Loquat.',
  auth: 'user',
  gate: 'human',
  params: { code: text() },
  example: { code: given('totp_code') },
  reply: { recovery_codes: z.array(z.string()) },
  reasons: ['code-wrong', 'totp-setup-missing'],
})

export const removeTotp = endpoint({
  route: 'DELETE /users/me/factors/totp',
  summary: 'Remove your authenticator app',
  notes:
    'Use this when you no longer have the app, or want to set up another. Browsers that asked for no code ask again. ' +
    'Without any second factor, recovery codes are deleted. An email notifies you. This is an extension of Loquat.',
  auth: 'user',
  gate: 'human',
  params: proofParams,
  example: { password: given('password') },
  reply: {},
  reasons: [...proofReasons, 'totp-missing', 'factor-required'],
})

export const startPasskey = endpoint({
  route: 'POST /users/me/factors/passkeys/options',
  summary: 'Start adding a passkey',
  notes:
    'Use this for the options of `navigator.credentials.create()`, and add the passkey that the browser returns within ten ' +
    'minutes. This is an extension of Loquat.',
  auth: 'user',
  gate: 'human',
  params: proofParams,
  example: { password: given('password') },
  reply: { options: credentialOptions },
  reasons: proofReasons,
})

export const addPasskey = endpoint({
  route: 'POST /users/me/factors/passkeys',
  summary: 'Add a passkey',
  notes:
    'Adds a passkey, which logs in instead of a password, or after it as a second factor. The reply has recovery codes if ' +
    'this is the first second factor; they are not shown again. An email notifies you. This is an extension of Loquat.',
  auth: 'user',
  gate: 'human',
  params: { name: text(), credential: json(registrationCredential) },
  example: { name: 'Laptop', credential: given('new_credential') },
  reply: { passkey_id: z.int(), recovery_codes: z.array(z.string()) },
  reasons: ['passkey-invalid', 'passkey-name-invalid', 'passkey-limit-reached'],
})

export const renamePasskey = endpoint({
  route: 'PATCH /users/me/factors/passkeys/{passkey_id}',
  summary: 'Edit a passkey',
  notes: 'Use this to change the name of a passkey. This is an extension of Loquat.',
  auth: 'user',
  gate: 'human',
  path: { passkey_id: 'int' },
  params: { name: text() },
  example: { passkey_id: sample.passkey, name: 'Phone' },
  reply: {},
  reasons: ['passkey-not-found', 'passkey-name-invalid'],
})

export const removePasskey = endpoint({
  route: 'DELETE /users/me/factors/passkeys/{passkey_id}',
  summary: 'Remove a passkey',
  notes:
    'Use this when a device is lost. Browsers that asked for no code ask again. Without any second factor, recovery ' +
    'codes are deleted. An email notifies you. This is an extension of Loquat.',
  auth: 'user',
  gate: 'human',
  path: { passkey_id: 'int' },
  params: proofParams,
  example: { passkey_id: sample.passkey, password: given('password') },
  reply: {},
  reasons: [...proofReasons, 'passkey-not-found', 'factor-required'],
})

export const createRecoveryCodes = endpoint({
  route: 'POST /users/me/factors/recovery_codes',
  summary: 'Create new recovery codes',
  notes:
    'Use this when few recovery codes are left, or when somebody may have seen them. The earlier ones stop working. Each ' +
    'of the ten codes works once. An email notifies you. This is an extension of Loquat.',
  auth: 'user',
  gate: 'human',
  params: proofParams,
  example: { password: given('password') },
  reply: { recovery_codes: z.array(z.string()) },
  reasons: [...proofReasons, 'factors-missing'],
})

export const forgetBrowser = endpoint({
  route: 'DELETE /users/me/factors/browsers/{browser_id}',
  summary: 'Remove a remembered browser',
  notes:
    'Use this so that a browser asks for a code again at the next login. This is an extension of Loquat.',
  auth: 'user',
  gate: 'human',
  path: { browser_id: 'int' },
  params: {},
  example: { browser_id: sample.rememberedBrowser },
  reply: {},
  reasons: ['remembered-browser-not-found'],
})

export const resetFactors = endpoint({
  route: 'DELETE /users/{user_id}/factors',
  summary: 'Reset the second factors of a user',
  notes:
    'Use this when a user has lost their second factors. Removes the authenticator app, passkeys, recovery codes and ' +
    'remembered browsers; an email notifies the user. Only owners can do this for owners. This is an extension of Loquat.',
  auth: 'user',
  gate: 'admin',
  path: { user_id: 'int' },
  params: {},
  example: { user_id: sample.leaver },
  reply: {},
  reasons: [
    'user-not-found',
    'proof-required',
    'factors-reset-denied',
    'factors-reset-of-owner-denied',
    'factors-not-found',
  ],
})

export const startProof = endpoint({
  route: 'POST /users/me/proof/options',
  summary: 'Start confirming your identity with a passkey',
  notes:
    'Use this for the options of `navigator.credentials.get()`, and confirm your identity with what the browser returns ' +
    'within ten minutes. This is an extension of Loquat.',
  auth: 'user',
  gate: 'human',
  params: {},
  reply: { options: credentialOptions },
})

export const proveIdentity = endpoint({
  route: 'POST /users/me/proof',
  summary: 'Confirm your identity',
  notes:
    'Use this in browser clients after an error with the reason `proof-required`: with the password, a code or a passkey, the ' +
    'session can make sensitive changes for the next 15 minutes. Logging in counts as well. Clients with an API key send ' +
    '`password` or `code` with the change itself. This is an extension of Loquat.',
  auth: 'user',
  gate: 'human',
  params: { ...proofParams, credential: passkeyProof },
  example: { password: given('password') },
  reply: {},
  reasons: [...proofReasons, 'passkey-invalid'],
})
