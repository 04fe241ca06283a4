import type { App } from '../../../app.ts'
import { hashOfKey, randomKey } from '../../../platform/signer.ts'
import type { Realm } from '../../../realms/realm.ts'
import { useChallenge } from './passkey-store.ts'

/** The purpose of a challenge. It is valid for nothing and nobody else. */
export type ChallengePurpose =
  | { kind: 'register' | 'prove'; userId: number }
  | { kind: 'second step'; loginId: number }
  | { kind: 'login' }

const validSeconds = 600

function signedText({ id }: Realm, purpose: ChallengePurpose, text: string): string {
  const subject = 'userId' in purpose ? purpose.userId : 'loginId' in purpose ? purpose.loginId : ''
  return `${id} ${purpose.kind} ${subject} ${text}`
}

/** Signed, so that offering a login to anyone stores nothing. */
export function newChallenge({ clock, signer }: App, realm: Realm, purpose: ChallengePurpose): string {
  const text = `${randomKey()}.${clock.now() + validSeconds * 1_000}`
  return `${text}.${signer.sign('passkey challenge', signedText(realm, purpose, text))}`
}

/** Whether a challenge, as browsers return it in Base64, is ours and has not expired. */
export function isOwnChallenge(
  { clock, signer }: App,
  realm: Realm,
  purpose: ChallengePurpose,
  encoded: string,
): boolean {
  const [key = '', until = '', signature = ''] = Buffer.from(encoded, 'base64url').toString().split('.')
  const text = `${key}.${until}`
  const isSigned = signer.isSigned('passkey challenge', signedText(realm, purpose, text), signature)
  return isSigned && Number(until) > clock.now()
}

/** Uses up a challenge that was answered correctly. False if it was used before. */
export async function redeemChallenge(app: App, encoded: string): Promise<boolean> {
  const expiresAt = new Date(app.clock.now() + validSeconds * 1_000)
  return await useChallenge(app.database.db, hashOfKey(encoded), expiresAt)
}
