import { z } from 'zod'
import { list, string } from '../bounds.ts'
import { singleSignOnModes } from '../constants.ts'

/** Bounds of session limits in minutes: long enough to work, short enough to mean something. */
export const sessionLimits = { min: 15, max: 90 * 1_440 }
export const idleLimits = { min: 5, max: 30 * 1_440 }
export const maxNetworks = 200
const longestNetwork = 49

/** Minutes by role; null means the default. */
const byRole = ({ min, max }: { min: number; max: number }) => {
  const minutes = z.int().min(min).max(max).nullable()
  return z.strictObject({
    owner: minutes,
    administrator: minutes,
    moderator: minutes,
    member: minutes,
    guest: minutes,
  })
}

/** How people of an organization log in, and for how long. */
export const signInPolicy = z.strictObject({
  session_minutes: byRole(sessionLimits),
  idle_minutes: byRole(idleLimits),
  single_sign_on_only: z.enum(singleSignOnModes),
  allowed_networks: list(string(longestNetwork), maxNetworks),
  password_min_length: z.int().min(6).max(64),
  password_min_level: z.int().min(1).max(4),
})
export type SignInPolicy = z.output<typeof signInPolicy>

const noLimits = { owner: null, administrator: null, moderator: null, member: null, guest: null }

export const initialSignInPolicy: SignInPolicy = {
  session_minutes: noLimits,
  idle_minutes: noLimits,
  single_sign_on_only: 'off',
  allowed_networks: [],
  password_min_length: 6,
  password_min_level: 1,
}

/** The changes that a request can make: limits of the roles that it names, and whole values otherwise. */
export const signInPolicyChange = {
  session_minutes: byRole(sessionLimits).partial().optional(),
  idle_minutes: byRole(idleLimits).partial().optional(),
  single_sign_on_only: signInPolicy.shape.single_sign_on_only.optional(),
  allowed_networks: signInPolicy.shape.allowed_networks.optional(),
  password_min_length: signInPolicy.shape.password_min_length.optional(),
  password_min_level: signInPolicy.shape.password_min_level.optional(),
}
