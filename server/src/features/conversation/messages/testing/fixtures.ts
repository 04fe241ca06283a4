import type { QueueEvent } from '@loquat/contract'
import { changeRows, type World } from '@loquat/devkit'
import { sql } from 'kysely'

export const toChannel = { type: 'channel', to: 'general', topic: 'plums', content: 'hi' } as const

/** The flags of each message event. */
export const messageFlags = (events: readonly QueueEvent[] = []) =>
  events.flatMap((event) => (event.type === 'message' ? [(event as QueueEvent<'message'>).flags] : []))

/** Replaces the settings of the organization. */
export const setRealmSettings = (world: World, settings: Record<string, unknown>) =>
  changeRows(
    world,
    { realm: true },
    sql`update realm set settings = ${JSON.stringify(settings)}::jsonb where subdomain = ''`,
  )

/** Adds to the permissions of the organization. */
export const setPermissions = (world: World, permissions: Record<string, object>) =>
  changeRows(
    world,
    { realm: true },
    sql`update realm set permissions = permissions || ${JSON.stringify(permissions)}::jsonb`,
  )
