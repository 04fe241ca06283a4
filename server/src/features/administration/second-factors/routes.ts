import type { IncomingHttpHeaders } from 'node:http'
import { apiError, areas } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import { implement } from '../../../http/implement.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Realm } from '../../../realms/realm.ts'
import {
  addPasskey,
  confirmTotp,
  createRecoveryCodes,
  removePasskey,
  removeTotp,
  renamePasskey,
  startTotp,
} from './factors.ts'
import { browsersOf, deleteBrowser } from './login-store.ts'
import { passkeysOf } from './passkey-store.ts'
import { authenticationOptions, registrationOptions } from './passkeys.ts'
import { assertProof, assertSessionProof, proveIdentity } from './proof.ts'
import { factorDeadline } from './requirement.ts'
import { resetFactorsAs } from './reset.ts'
import { browserHash } from './second-step.ts'
import { recoveryHashesOf, totpOf } from './store.ts'

async function presentFactors(app: App, realm: Realm, user: User, headers: IncomingHttpHeaders) {
  const { db } = app.database
  const totp = await totpOf(db, app.sealer, user.id)
  const passkeys = await passkeysOf(db, user.id)
  const deadline = await factorDeadline(app, realm, user)
  const current = browserHash(realm, headers)
  const browsers = await browsersOf(db, user.id, new Date(app.clock.now()))
  return {
    totp: totp?.isConfirmed ? { created_at: toSeconds(totp.createdAt.getTime()) } : null,
    passkeys: passkeys.map(({ id, name, is_synced, created_at, last_used_at }) => ({
      passkey_id: id,
      name,
      is_synced,
      created_at: toSeconds(created_at.getTime()),
      last_used_at: last_used_at && toSeconds(last_used_at.getTime()),
    })),
    required_by: deadline === undefined ? null : toSeconds(deadline),
    recovery_codes_left: (await recoveryHashesOf(db, user.id)).length,
    remembered_browsers: browsers.map(({ id, key_hash, user_agent, address, created_at, expires_at }) => ({
      browser_id: id,
      user_agent,
      address,
      created_at: toSeconds(created_at.getTime()),
      expires_at: toSeconds(expires_at.getTime()),
      is_current: key_hash === current,
    })),
  }
}

export const secondFactorRoutes = implement(areas.secondFactors, {
  getFactors: ({ app, realm, user, headers }) => presentFactors(app, realm, user, headers),

  startTotp: async (call) => {
    await assertProof(call, call.params)
    const { secret, url, qrSvg } = await startTotp(call.app, call.realm, call.user)
    return { secret, url, qr_svg: qrSvg }
  },
  confirmTotp: async ({ app, realm, user, params }) => ({
    recovery_codes: await confirmTotp(app, realm, user, params.code),
  }),
  removeTotp: async (call) => {
    await assertProof(call, call.params)
    await removeTotp(call.realm, call.user)
    return {}
  },
  startPasskey: async (call) => {
    await assertProof(call, call.params)
    return { options: { ...(await registrationOptions(call.app, call.realm, call.user)) } }
  },
  addPasskey: async ({ app, realm, user, params }) => {
    const { id, recoveryCodes } = await addPasskey(app, realm, user, params)
    return { passkey_id: id, recovery_codes: recoveryCodes }
  },
  renamePasskey: async ({ realm, user, path, params }) => {
    await renamePasskey(realm, user, path.passkey_id, params.name)
    return {}
  },
  removePasskey: async (call) => {
    await assertProof(call, call.params)
    await removePasskey(call.realm, call.user, call.path.passkey_id)
    return {}
  },
  createRecoveryCodes: async (call) => {
    await assertProof(call, call.params)
    return { recovery_codes: await createRecoveryCodes(call.realm, call.user) }
  },

  forgetBrowser: async ({ realm, user, path }) => {
    const isDeleted = await realm.transact((tx) => deleteBrowser(tx, user.id, path.browser_id))
    if (!isDeleted) throw apiError('remembered-browser-not-found')
    return {}
  },

  resetFactors: async (call) => {
    await assertSessionProof(call)
    await resetFactorsAs(call.realm, call.user.id, call.path.user_id)
    return {}
  },
  startProof: async ({ app, realm, user }) => {
    const known = await passkeysOf(app.database.db, user.id)
    return {
      options: authenticationOptions(app, realm, { kind: 'prove', userId: user.id }, known),
    }
  },
  proveIdentity: async (call) => {
    await proveIdentity(call, call.params)
    return {}
  },
})
