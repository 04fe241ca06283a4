import type { AppObject, ConnectedAppObject, Scope } from '@loquat/contract'
import { api } from '../session/api.ts'
import { attempt } from '../session/attempt.ts'
import { invalidate, useResource } from '../session/resource.ts'
import { withProofFor } from './proof.ts'

const appsKey = 'apps'
const connectedKey = 'connected-apps'
const tokensKey = 'all-tokens'
const listedTokens = 500

export type { AppObject, ConnectedAppObject }

/** The apps that the reader allowed to use their account. */
export const useConnectedApps = () =>
  useResource(connectedKey, (signal) => api.getConnectedApps({}, { signal }))

export async function disconnectApp(appId: number) {
  const problem = await attempt(() => api.disconnectApp({ app_id: appId }))
  invalidate(connectedKey)
  return problem
}

/** The event `has_zoom_token` follows. */
export const disconnectZoom = () => attempt(() => api.disconnectZoom())

/** The apps of the organization. For administrators. */
export const useApps = () => useResource(appsKey, (signal) => api.getApps({}, { signal }))

export interface AppDraft {
  name: string
  description: string
  homepageUrl: string
  logoUrl: string
  redirectUris: string[]
  scopes: Scope[]
}

const fieldsOf = (draft: AppDraft) => ({
  name: draft.name,
  description: draft.description,
  homepage_url: draft.homepageUrl,
  logo_url: draft.logoUrl,
  redirect_uris: draft.redirectUris,
  scopes: draft.scopes,
})

/** Returns the client ID, and the secret, which is shown once. */
export async function registerApp(draft: AppDraft, isConfidential: boolean) {
  const outcome = await withProofFor(() =>
    api.registerApp({ ...fieldsOf(draft), is_confidential: isConfidential }),
  )
  invalidate(appsKey)
  return outcome
}

export async function updateApp(appId: number, draft: AppDraft) {
  const { problem } = await withProofFor(() => api.updateApp({ app_id: appId, ...fieldsOf(draft) }))
  invalidate(appsKey)
  return problem
}

export const replaceAppSecret = (appId: number) => withProofFor(() => api.replaceAppSecret({ app_id: appId }))

export async function deleteApp(appId: number) {
  const problem = await attempt(() => api.deleteApp({ app_id: appId }))
  invalidate(appsKey)
  return problem
}

/** The newest tokens of everyone. For administrators. */
export const useAllTokens = () =>
  useResource(tokensKey, (signal) => api.getAllTokens({ limit: listedTokens }, { signal }))

export async function revokeAnyToken(tokenId: number) {
  const problem = await attempt(() => api.revokeToken({ token_id: tokenId }))
  invalidate(tokensKey)
  return problem
}
