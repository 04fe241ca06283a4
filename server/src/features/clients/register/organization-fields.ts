import type { App } from '../../../app.ts'
import type { Directory } from '../../../directory/directory.ts'
import { SharedFields } from '../../../http/reply/json-text.ts'
import { BoundedCache } from '../../../platform/bounded-cache.ts'
import { Slot } from '../../../platform/slots.ts'
import { integrations } from '../../administration/integrations/present.ts'
import { presentEmojis } from '../../conversation/custom-emoji/present.ts'
import { organizationState } from './organization-state.ts'
import { realmState } from './realm-state.ts'
import { type SerializedState, type StateRequest, wants } from './request.ts'

/** Clients ask for few different sets of types. */
const maxSets = 16

interface FieldCache {
  changedAt: number
  bySet: BoundedCache<string, SharedFields>
}

const fieldSlot = new Slot<Directory, FieldCache>()

/** Requested fields that depend on the directory alone, the same for every user. Cached while the directory is unchanged. */
export function organizationFields(app: App, directory: Directory, request: StateRequest): SharedFields {
  const { changedAt } = directory
  let cache = directory.slots.get(fieldSlot)
  if (cache?.changedAt !== changedAt) {
    cache = directory.slots.set(fieldSlot, { changedAt, bySet: new BoundedCache(maxSets) })
  }
  const key = `${request.capabilities.linkifier_url_template} ${request.fetchTypes?.toSorted().join(' ') ?? 'everything'}`
  const known = cache.bySet.get(key)
  if (known !== undefined) return known
  const fields = new SharedFields(fieldsOf(app, directory, request))
  cache.bySet.set(key, fields)
  return fields
}

function fieldsOf(app: App, directory: Directory, request: StateRequest): SerializedState {
  const isRequested = (type: string) => wants(request, type)
  return {
    ...(isRequested('realm') ? realmState(app, directory) : {}),
    ...(isRequested('realm_linkifiers')
      ? { realm_linkifiers: request.capabilities.linkifier_url_template ? [...directory.linkifiers] : [] }
      : {}),
    ...(isRequested('realm_filters') ? { realm_filters: [] } : {}),
    ...(isRequested('realm_emoji')
      ? { realm_emoji: presentEmojis(directory.realm.id, directory.customEmoji.values()) }
      : {}),
    ...(isRequested('realm_playgrounds') ? { realm_playgrounds: [...directory.playgrounds] } : {}),
    ...(isRequested('realm_embedded_bots') ? { realm_embedded_bots: [] } : {}),
    ...(isRequested('realm_incoming_webhook_bots') ? { realm_incoming_webhook_bots: [...integrations] } : {}),
    ...organizationState(directory, isRequested),
  }
}
