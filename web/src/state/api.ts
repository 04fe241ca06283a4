import { type Api, createApi } from '@loquat/client'

/** The token is in a cookie for us to read: proof that the page which calls is ours. */
export function csrfToken(): string | undefined {
  const found = /(?:^|; )(?:__Host-)?loquat_csrf=([^;]+)/.exec(document.cookie)
  return found?.[1] === undefined ? undefined : decodeURIComponent(found[1])
}

/** The only way to the server. Views call actions; actions call this. */
export const api: Api = createApi({ url: '', session: { csrfToken } })
