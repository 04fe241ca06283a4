import { consentsKey, exportsKey } from '../settings/exports.ts'
import { invitationsKey } from '../settings/invitations.ts'
import { invalidate } from './resource.ts'
import { onEvents } from './session.ts'

let isStarted = false

/** Re-fetches resources when events say that they changed. Started by the first dialog that shows one. */
export function startResourceSync(): void {
  if (isStarted) return
  isStarted = true
  onEvents((events) => {
    const stale = new Set<string>()
    for (const event of events) {
      if (event.type === 'invites_changed') stale.add(invitationsKey)
      if (event.type === 'realm_export') stale.add(exportsKey)
      if (event.type === 'realm_export_consent') stale.add(consentsKey)
      if (event.type === 'attachment') stale.add('uploads')
    }
    for (const key of stale) invalidate(key)
  })
}
