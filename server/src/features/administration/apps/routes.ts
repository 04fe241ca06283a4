import { type AppObject, areas, type ConnectedAppObject } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { toSeconds } from '../../../platform/clock.ts'
import { assertSessionProof } from '../second-factors/proof.ts'
import { deleteApp, disconnectApp, registerApp, replaceSecret, updateApp } from './actions.ts'
import { allowedScopes } from './allowed-scopes.ts'
import { appsWithPeople, type ConnectionRow, connectionsOf } from './store.ts'

type ListedApp = Awaited<ReturnType<typeof appsWithPeople>>[number]

const presentApp = (row: ListedApp): AppObject => ({
  app_id: row.id,
  client_id: row.client_id,
  name: row.name,
  description: row.description,
  homepage_url: row.homepage_url,
  logo_url: row.logo_url,
  redirect_uris: row.redirect_uris,
  scopes: row.scopes,
  is_confidential: row.is_confidential,
  registered_itself: row.registered_itself,
  creator_id: row.creator_id,
  created_at: toSeconds(row.created_at.getTime()),
  people: Number(row.people),
})

/** People see an app once, however many devices they use it on. */
function presentConnections(rows: readonly ConnectionRow[]): ConnectedAppObject[] {
  const byApp = Map.groupBy(rows, (row) => row.app_id)
  return [...byApp].map(([app_id, [newest, ...older]]): ConnectedAppObject => {
    const all = [newest!, ...older]
    const uses = all.flatMap(({ last_used_at: at }) => (at === null ? [] : [at.getTime()]))
    const isLimited = all.every((row) => row.channel_ids !== null)
    return {
      app_id,
      name: newest!.name,
      description: newest!.description,
      homepage_url: newest!.homepage_url,
      logo_url: newest!.logo_url,
      registered_itself: newest!.registered_itself,
      scopes: [...new Set(all.flatMap((row) => allowedScopes(row.scopes, row.app_scopes)))],
      channel_ids: isLimited ? [...new Set(all.flatMap((row) => row.channel_ids ?? []))] : null,
      connected_at: toSeconds(Math.min(...all.map((row) => row.created_at.getTime()))),
      last_used_at: uses.length === 0 ? null : toSeconds(Math.max(...uses)),
    }
  })
}

export const appRoutes = implement(areas.apps, {
  getApps: async ({ app, realm }) => {
    const rows = await appsWithPeople(app.database.db, realm.id, new Date(app.clock.now()))
    return { apps: rows.map(presentApp) }
  },

  registerApp: async (call) => {
    const { app, realm, user, params } = call
    await assertSessionProof(call)
    const { id, clientId, secret } = await registerApp(
      app,
      realm,
      {
        name: params.name,
        description: params.description,
        homepageUrl: params.homepage_url,
        logoUrl: params.logo_url,
        redirectUris: params.redirect_uris,
        scopes: params.scopes,
        isConfidential: params.is_confidential,
      },
      user.id,
    )
    return { app_id: id, client_id: clientId, client_secret: secret }
  },

  updateApp: async (call) => {
    const { realm, params, path } = call
    await assertSessionProof(call)
    await updateApp(realm, path.app_id, {
      name: params.name,
      description: params.description,
      homepageUrl: params.homepage_url,
      logoUrl: params.logo_url,
      redirectUris: params.redirect_uris,
      scopes: params.scopes,
    })
    return {}
  },

  replaceAppSecret: async (call) => {
    await assertSessionProof(call)
    return { client_secret: await replaceSecret(call.realm, call.path.app_id) }
  },

  deleteApp: async ({ realm, path }) => {
    await deleteApp(realm, path.app_id)
    return {}
  },

  getConnectedApps: async ({ app, user }) => {
    const rows = await connectionsOf(app.database.db, user.id, new Date(app.clock.now()))
    return { apps: presentConnections(rows) }
  },

  disconnectApp: async ({ realm, user, path }) => {
    await disconnectApp(realm, user.id, path.app_id)
    return {}
  },
})
