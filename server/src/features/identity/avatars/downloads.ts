import { refuse, WireError } from '@loquat/contract'
import { canSeeUser } from '../../../directory/access-users.ts'
import type { Directory, User } from '../../../directory/directory.ts'
import { admitsSpectators, spectator } from '../../../directory/spectator.ts'
import { hiddenAvatarUrl } from '../../../directory/unknown-person.ts'
import type { Download, Visit } from '../../../http/downloads.ts'
import { viewerOf } from '../../../http/viewer.ts'
import type { Realm } from '../../../realms/realm.ts'
import { findAnybodyByAddress, findUser } from '../users/find.ts'
import { avatarUrl, externalAvatarUrl } from '../users/present.ts'

type Size = 'small' | 'medium'

/** Leads to somebody's picture, wherever it is. */
async function lead(visit: Visit, size: Size): Promise<{ location: string }> {
  const realm = await visit.realm()
  const who = visit.part('who')
  const isId = /^\d+$/.test(who)
  const viewer = (await viewerOf(visit)) ?? (await admitSpectator(visit, realm, isId ? who : undefined))
  const found = await realm.decideFresh(() => find(realm.directory, viewer, who, isId)).catch(onlyRefusals)
  if (found !== undefined) {
    const isKnown = canSeeUser(realm.directory, viewer, found)
    return { location: withQuery(isKnown ? avatarUrl(found, size) : hiddenAvatarUrl(size), visit) }
  }
  return { location: withQuery(isId ? hiddenAvatarUrl(size) : externalAvatarUrl(who, 1, size), visit) }
}

const find = (directory: Directory, viewer: User, who: string, isId: boolean) =>
  isId ? findUser(directory, Number(who)) : findAnybodyByAddress(directory, viewer, who)

/** Nobody is found: the answer does not tell why. */
function onlyRefusals(error: unknown): undefined {
  if (!(error instanceof WireError)) throw error
}

/** By ID only: who has no account shall not try out addresses. */
async function admitSpectator({ app }: Visit, realm: Realm, id: string | undefined): Promise<User> {
  const admits = () => id !== undefined && admitsSpectators(realm.directory, app.config.webPublicChannels)
  await realm.decideFresh(() => {
    if (!admits()) throw refuse('Unauthorized', 'This picture needs authentication.')
  })
  if (app.config.rateLimits) app.limiter.take('spectatorAvatar', `${realm.id} ${id}`)
  return spectator
}

/** What was asked for goes along, but never the key: the picture may be elsewhere. */
function withQuery(url: string, { exchange }: Visit): string {
  const query = new URLSearchParams(exchange.query)
  query.delete('api_key')
  return query.size === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`
}

export const avatarDownloads: Download[] = [
  { path: '/avatar/:who', visit: (visit) => lead(visit, 'small') },
  { path: '/avatar/:who/medium', visit: (visit) => lead(visit, 'medium') },
]
