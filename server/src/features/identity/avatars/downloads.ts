import { apiError, WireError } from '@loquat/contract'
import { canSeeUser } from '../../../directory/access-users.ts'
import type { Directory, User } from '../../../directory/directory.ts'
import { admitsSpectators, spectator } from '../../../directory/spectator.ts'
import { hiddenAvatarUrl } from '../../../directory/unknown-person.ts'
import type { Download, DownloadRequest } from '../../../http/reply/downloads.ts'
import { viewerOf } from '../../../http/request/viewer.ts'
import type { Realm } from '../../../realms/realm.ts'
import { findByAddressUnchecked, findUser } from '../users/find.ts'
import { avatarUrl, externalAvatarUrl } from '../users/present.ts'

type AvatarSize = 'small' | 'medium'

/** Redirects to a user's avatar, wherever it is stored. */
async function redirectToAvatar(visit: DownloadRequest, size: AvatarSize): Promise<{ location: string }> {
  const realm = await visit.realm()
  const who = visit.part('who')
  const isId = /^\d+$/.test(who)
  const viewer =
    (await viewerOf(visit, 'users:read')) ?? (await admitSpectator(visit, realm, isId ? who : undefined))
  const found = await realm
    .decideFresh(() => findAvatarUser(realm.directory, viewer, who, isId))
    .catch(ignoreRefusal)
  if (found !== undefined) {
    const isKnown = canSeeUser(realm.directory, viewer, found)
    return { location: appendQuery(isKnown ? avatarUrl(found, size) : hiddenAvatarUrl(size), visit) }
  }
  return { location: appendQuery(isId ? hiddenAvatarUrl(size) : externalAvatarUrl(who, 1, size), visit) }
}

const findAvatarUser = (directory: Directory, viewer: User, who: string, isId: boolean) =>
  isId ? findUser(directory, Number(who)) : findByAddressUnchecked(directory, viewer, who)

/** Treats a refusal as "not found", so the response does not reveal the reason. */
function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof WireError)) throw error
}

/** Spectators can look up avatars by ID only, so that they cannot probe for email addresses. */
async function admitSpectator({ app }: DownloadRequest, realm: Realm, id: string | undefined): Promise<User> {
  const admits = () => id !== undefined && admitsSpectators(realm.directory, app.config.webPublicChannels)
  await realm.decideFresh(() => {
    if (!admits()) throw apiError('picture-authentication-required')
  })
  if (app.config.rateLimits) app.limiter.take('spectatorAvatar', `${realm.id} ${id}`)
  return spectator
}

/** Passes the query on, but never the API key: the picture may be on another host. */
function appendQuery(url: string, { exchange }: DownloadRequest): string {
  const query = new URLSearchParams(exchange.query)
  query.delete('api_key')
  return query.size === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`
}

export const avatarDownloads: Download[] = [
  { path: '/avatar/:who', visit: (visit) => redirectToAvatar(visit, 'small') },
  { path: '/avatar/:who/medium', visit: (visit) => redirectToAvatar(visit, 'medium') },
]
