import { type AuditKind, apiError, type RegistrationCredential } from '@loquat/contract'
import { renderSVG } from 'uqr'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { sendEmail } from '../../../jobs/send-email.ts'
import type { Realm } from '../../../realms/realm.ts'
import { factorChangeEmail } from './emails.ts'
import { forgetLogins } from './login-store.ts'
import { deletePasskey, insertPasskey, renamePasskey as storePasskeyName } from './passkey-store.ts'
import { checkedPasskeyName, verifiedPasskey } from './passkeys.ts'
import { hashOfCode, newRecoveryCodes, plainCode } from './recovery-codes.ts'
import { isFactorRequired } from './requirement.ts'
import {
  confirmTotpSetup,
  deleteTotp,
  hasFactor,
  lockFactors,
  recoveryHashesOf,
  replaceRecoveryCodes,
  storeTotpSetup,
  totpOf,
} from './store.ts'
import { newTotpSecret, stepOfCode, totpUrl } from './totp.ts'

const setupSeconds = 600

export interface TotpSetup {
  secret: string
  url: string
  qrSvg: string
}

/** Returns the same secret until it expires, so that a reloaded page does not invalidate a scanned one. */
export async function startTotp(app: App, realm: Realm, user: User): Promise<TotpSetup> {
  const now = app.clock.now()
  const secret = await realm.transact(async (tx) => {
    await lockFactors(tx, user.id)
    const known = await totpOf(tx.db, tx.sealer, user.id)
    if (known?.isConfirmed) throw apiError('totp-already-set-up')
    if (known !== undefined && isFresh(known.createdAt, now)) return known.secret
    const created = newTotpSecret()
    await storeTotpSetup(tx, user.id, created, new Date(now))
    return created
  })
  const url = totpUrl(secret, realm.directory.realm.name, user.deliveryEmail)
  return { secret, url, qrSvg: renderSVG(url) }
}

const isFresh = (createdAt: Date, now: number) => now - createdAt.getTime() < setupSeconds * 1_000

/** Returns recovery codes if the user has none yet. */
export async function confirmTotp(app: App, realm: Realm, user: User, code: string): Promise<string[]> {
  const now = app.clock.now()
  return await realm.transact(async (tx) => {
    await lockFactors(tx, user.id)
    const totp = await totpOf(tx.db, tx.sealer, user.id)
    if (totp === undefined || totp.isConfirmed || !isFresh(totp.createdAt, now))
      throw apiError('totp-setup-missing')
    const step = stepOfCode(totp.secret, plainCode(code), now, totp.lastStep)
    if (step === undefined) throw apiError('code-wrong')
    await confirmTotpSetup(tx, user.id, step, new Date(now))
    await forgetLogins(tx, user.id)
    recordFactor(tx, 'second_factor.added', user, { type: 'authenticator app' })
    await sendEmail(tx, factorChangeEmail(realm, user, 'totpAdded'))
    return await firstRecoveryCodes(tx, user)
  })
}

export async function removeTotp(realm: Realm, user: User): Promise<void> {
  await realm.transact(async (tx) => {
    await lockFactors(tx, user.id)
    if (!(await deleteTotp(tx, user.id))) throw apiError('totp-missing')
    await afterRemoval(tx, realm, user)
    recordFactor(tx, 'second_factor.removed', user, { type: 'authenticator app' })
    await sendEmail(tx, factorChangeEmail(realm, user, 'totpRemoved'))
  })
}

/** Recovery codes stand for a factor: without one, they would be a second password. */
async function afterRemoval(tx: Tx, { directory }: Realm, user: User): Promise<void> {
  await forgetLogins(tx, user.id)
  if (await hasFactor(tx.db, user.id)) return
  if (isFactorRequired(directory, user)) throw apiError('factor-required')
  await replaceRecoveryCodes(tx, user.id, [])
}

async function firstRecoveryCodes(tx: Tx, user: User): Promise<string[]> {
  const hasSome = (await recoveryHashesOf(tx.db, user.id)).length > 0
  return hasSome ? [] : await storeNewCodes(tx, user)
}

async function storeNewCodes(tx: Tx, user: User): Promise<string[]> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(tx, user.id, codes.map(hashOfCode))
  return codes
}

/**
 * Returns recovery codes if the user has none yet. `isFirst`: a forced setup may add a passkey only if there is no factor, which the login
 * would have to use.
 */
export async function addPasskey(
  app: App,
  realm: Realm,
  user: User,
  {
    name,
    credential,
    isFirst = false,
  }: { name: string; credential: RegistrationCredential; isFirst?: boolean },
): Promise<{ id: number; recoveryCodes: string[] }> {
  const checkedName = checkedPasskeyName(name)
  const verified = await verifiedPasskey(app, realm, user, credential)
  return await realm.transact(async (tx) => {
    await lockFactors(tx, user.id)
    if (isFirst && (await hasFactor(tx.db, user.id))) throw apiError('passkey-invalid')
    const id = await insertPasskey(tx, { ...verified, name: checkedName })
    if (id === undefined) throw apiError('passkey-invalid')
    await forgetLogins(tx, user.id)
    recordFactor(tx, 'second_factor.added', user, { type: 'passkey', name: checkedName })
    await sendEmail(tx, factorChangeEmail(realm, user, 'passkeyAdded', { passkey: checkedName }))
    return { id, recoveryCodes: await firstRecoveryCodes(tx, user) }
  })
}

export async function renamePasskey(realm: Realm, user: User, id: number, name: string): Promise<void> {
  const checkedName = checkedPasskeyName(name)
  const isRenamed = await realm.transact((tx) => storePasskeyName(tx, user.id, id, checkedName))
  if (!isRenamed) throw apiError('passkey-not-found')
}

export async function removePasskey(realm: Realm, user: User, id: number): Promise<void> {
  await realm.transact(async (tx) => {
    await lockFactors(tx, user.id)
    const passkey = await deletePasskey(tx, user.id, id)
    if (passkey === undefined) throw apiError('passkey-not-found')
    await afterRemoval(tx, realm, user)
    recordFactor(tx, 'second_factor.removed', user, { type: 'passkey', name: passkey })
    await sendEmail(tx, factorChangeEmail(realm, user, 'passkeyRemoved', { passkey }))
  })
}

export async function createRecoveryCodes(realm: Realm, user: User): Promise<string[]> {
  return await realm.transact(async (tx) => {
    await lockFactors(tx, user.id)
    if (!(await hasFactor(tx.db, user.id))) throw apiError('factors-missing')
    const codes = await storeNewCodes(tx, user)
    recordFactor(tx, 'recovery_codes.replaced', user)
    await sendEmail(tx, factorChangeEmail(realm, user, 'codesReplaced'))
    return codes
  })
}

/** During a forced setup, nobody is logged in yet. */
const recordFactor = (tx: Tx, kind: AuditKind, user: User, after?: { type: string; name?: string }) =>
  tx.audit({ kind, target: { type: 'user', id: user.id }, actorId: user.id, ...(after && { after }) })
