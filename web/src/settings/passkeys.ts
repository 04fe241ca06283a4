import type { AuthenticationCredential, RegistrationCredential } from '@loquat/contract'
import { api } from '../session/api.ts'
import { attemptFor, type CallOutcome, type Problem } from '../session/attempt.ts'

/** Whether this browser can create and use passkeys. */
export const canUsePasskeys = (): boolean =>
  typeof globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function'

/** The reader closed the dialog of the browser, or it failed; the browser does not say which. */
const canceled: Problem = { text: '', code: 'CANCELED', body: {} }

export const isCanceled = (problem: Problem | undefined) => problem?.code === canceled.code

/** Lets the browser create a passkey. Undefined if the reader canceled. */
export async function createPasskey(
  options: Record<string, unknown>,
): Promise<RegistrationCredential | undefined> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  return asJson<RegistrationCredential>(await navigator.credentials.create({ publicKey }).catch(() => null))
}

async function askPasskey(options: Record<string, unknown>): Promise<AuthenticationCredential | undefined> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  return asJson<AuthenticationCredential>(await navigator.credentials.get({ publicKey }).catch(() => null))
}

const asJson = <T>(credential: Credential | null): T | undefined =>
  credential instanceof PublicKeyCredential ? (credential.toJSON() as unknown as T) : undefined

/** Proves with a passkey who is there. */
export async function proveByPasskey(): Promise<Problem | undefined> {
  const { reply, problem } = await attemptFor(() => api.startProof({}))
  if (problem !== undefined) return problem
  const credential = await askPasskey(reply.options)
  if (credential === undefined) return canceled
  return (await attemptFor(() => api.proveIdentity({ credential }))).problem
}

export type AddedPasskey = { passkey_id: number; recovery_codes: string[] }

/** Adds the passkey that the browser created. */
export const storePasskey = (
  name: string,
  credential: RegistrationCredential,
): Promise<CallOutcome<AddedPasskey>> => attemptFor(() => api.addPasskey({ name, credential }))
