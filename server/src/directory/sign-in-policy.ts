import type { BlockList } from 'node:net'
import { type PolicyRole, type Role, roles, type SignInPolicy } from '@loquat/contract'
import { contains, networksOfTexts } from '../platform/networks.ts'
import { Slot } from '../platform/slots.ts'
import type { Directory } from './directory.ts'

const defaultSessionMs = 14 * 24 * 3_600_000
const minuteMs = 60_000

export interface SessionLimits {
  lifetimeMs: number
  /** Undefined without a limit. */
  idleMs: number | undefined
}

const roleNames = new Map<Role, PolicyRole>(
  Object.entries(roles).map(([name, role]) => [role, name as PolicyRole]),
)

/** How long sessions of a role last. */
export function sessionLimitsOf({ realm }: Directory, role: Role): SessionLimits {
  const { session_minutes, idle_minutes } = realm.signInPolicy
  const name = roleNames.get(role) ?? 'member'
  const [lifetime, idle] = [session_minutes[name], idle_minutes[name]]
  return {
    lifetimeMs: lifetime === null ? defaultSessionMs : lifetime * minuteMs,
    idleMs: idle === null ? undefined : idle * minuteMs,
  }
}

/** The networks of the current policy, parsed. A changed policy is another object. */
interface ParsedNetworks {
  policy: SignInPolicy
  networks: BlockList
}

const networksSlot = new Slot<Directory, ParsedNetworks>()

export const restrictsNetworks = ({ realm }: Directory) => realm.signInPolicy.allowed_networks.length > 0

/** Whether accounts can be used from an address. */
export function isAllowedAddress(directory: Directory, address: string): boolean {
  if (!restrictsNetworks(directory)) return true
  const policy = directory.realm.signInPolicy
  let parsed = directory.slots.get(networksSlot)
  if (parsed?.policy !== policy) {
    const networks = networksOfTexts(policy.allowed_networks)
    parsed = directory.slots.set(networksSlot, { policy, networks })
  }
  return contains(parsed.networks, address)
}
