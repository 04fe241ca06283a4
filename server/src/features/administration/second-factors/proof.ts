import { type AuthenticationCredential, apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { lastProof, recordProof } from '../../../sessions/store.ts'
import type { TokenGrant } from '../../../tokens/tokens.ts'
import { assertPassword } from '../sign-in/log-in.ts'
import { assertCode } from './codes.ts'
import { verifyPasskey } from './passkeys.ts'

/** How long a browser session can make sensitive changes after its user logged in or proved who they are. */
const proofSeconds = 15 * 60

export interface ProvingCall {
  app: App
  realm: Realm
  user: User
  sessionId: number | undefined
  address: string
  token?: TokenGrant | undefined
}

export interface ProofParams {
  password: string
  code: string
  credential?: AuthenticationCredential | undefined
}

/** Requires a proof in the request, or a recent one of the session. */
export async function assertProof(call: ProvingCall, given: ProofParams): Promise<void> {
  const { app, realm, user, address } = call
  if (given.password !== '') await assertPassword(app, realm, user, given.password, 'password-wrong')
  else if (given.code !== '') await assertCode(app, realm, user, given.code, { address, wrong: 'code-wrong' })
  else if (given.credential !== undefined)
    await verifyPasskey(app, realm, { kind: 'prove', userId: user.id }, given.credential, user)
  else if (!(await isProven(call))) throw apiError('proof-required')
}

/** Rejects tokens: a program must not change how people log in, or who they are. */
export function assertNotToken({ token }: Pick<ProvingCall, 'token'>): void {
  if (token !== undefined) throw apiError('token-denied')
}

/** Requires a recent proof from browsers only: clients with an API key work as before. Tokens are rejected. */
export async function assertSessionProof(call: ProvingCall): Promise<void> {
  assertNotToken(call)
  if (call.sessionId !== undefined && !(await isProven(call))) throw apiError('proof-required')
}

async function isProven({ app, sessionId }: ProvingCall): Promise<boolean> {
  if (sessionId === undefined) return false
  const at = await lastProof(app.database.db, sessionId)
  return at !== undefined && app.clock.now() - at.getTime() <= proofSeconds * 1_000
}

/** Checks a proof, and remembers it with the session. */
export async function proveIdentity(call: ProvingCall, given: ProofParams): Promise<void> {
  const { app, sessionId } = call
  await assertProof(call, given)
  const isNew = given.password !== '' || given.code !== '' || given.credential !== undefined
  if (isNew && sessionId !== undefined)
    await recordProof(app.database.db, sessionId, new Date(app.clock.now()))
}
