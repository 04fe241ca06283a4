import type { AuditKind } from '@loquat/contract'
import type { World } from '@loquat/devkit'

/** IDs that calls hand on to later ones. */
export type Ids = Record<string, number | string>

/**
 * A change by each endpoint, by name, and the entry that it must record. In an order in which each finds the objects of those before
 * it.
 */
export type AuditedCalls = Record<string, readonly [AuditKind, (world: World, ids: Ids) => Promise<unknown>]>
