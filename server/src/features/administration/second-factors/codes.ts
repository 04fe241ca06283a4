import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import { sendEmail } from '../../../jobs/send-email.ts'
import type { Realm } from '../../../realms/realm.ts'
import { recordFailedLogin } from '../audit-log/failed-logins.ts'
import { attempt, attemptFrom, clearAttempts, countAttempts, forgiveAttempts } from '../sign-in/attempts.ts'
import { factorChangeEmail } from './emails.ts'
import { matchingHash, plainCode } from './recovery-codes.ts'
import { deleteRecoveryCode, recoveryHashesOf, totpOf, useTotpStep } from './store.ts'
import { isTotpCode, stepOfCode } from './totp.ts'

/** Accepts a code of the authenticator app or a recovery code, once. Attempts are limited per account. */
export async function assertCode(
  app: App,
  realm: Realm,
  user: User,
  code: string,
  { address, wrong }: { address: string; wrong: 'second-factor-wrong' | 'code-wrong' },
): Promise<void> {
  const name = String(user.id)
  const guesses = attemptFrom('second factor', address, name)
  const others = attempt('second factor of', name)
  await countAttempts(app, realm, guesses, others)
  if (!(await redeem(app, realm, user, plainCode(code)))) {
    await recordFailedLogin(app, realm, address, user)
    throw apiError(wrong)
  }
  await clearAttempts(app, realm, guesses)
  await forgiveAttempts(app, realm, others)
}

async function redeem(app: App, realm: Realm, user: User, code: string): Promise<boolean> {
  return isTotpCode(code)
    ? await redeemTotp(app, realm, user, code)
    : await redeemRecovery(app, realm, user, code)
}

async function redeemTotp(app: App, realm: Realm, user: User, code: string): Promise<boolean> {
  const { database, sealer, clock } = app
  const { db } = database
  const totp = await totpOf(db, sealer, user.id)
  if (!totp?.isConfirmed) return false
  const now = clock.now()
  const step = stepOfCode(totp.secret, code, now, totp.lastStep)
  if (step !== undefined && (await useTotpStep(db, user.id, step))) return true
  // Another request has just used it, or it is the last one that was used; earlier ones are not stored.
  const reused = step ?? stepOfCode(totp.secret, code, now, totp.lastStep - 1)
  if (reused !== undefined) await sendEmail({ db, sealer }, factorChangeEmail(realm, user, 'codeReused'))
  return false
}

async function redeemRecovery(app: App, realm: Realm, user: User, code: string): Promise<boolean> {
  const hashes = await recoveryHashesOf(app.database.db, user.id)
  const hash = matchingHash(hashes, code)
  if (hash === undefined) return false
  return await realm.transact(async (tx) => {
    if (!(await deleteRecoveryCode(tx.db, user.id, hash))) return false
    tx.audit({
      kind: 'recovery_codes.used',
      target: { type: 'user', id: user.id },
      actorId: user.id,
      after: { left: hashes.length - 1 },
    })
    await sendEmail(tx, factorChangeEmail(realm, user, 'codeUsed', { left: hashes.length - 1 }))
    return true
  })
}
