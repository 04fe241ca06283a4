import { apiError } from '@loquat/contract'
import type { Directory } from '../../../directory/directory.ts'
import { type PasswordHasher, passwordDenial, passwordLevel } from '../../../platform/passwords.ts'
import { isLongerThan } from '../../../text.ts'

/** Clients are told a lower maximum, which earlier versions did not enforce. */
const maxPasswordLength = 128

/** By the request parameter at fault. */
const reasons = {
  password: {
    'too-short': 'password-too-short',
    'too-weak': 'password-too-weak',
    breached: 'password-breached',
  },
  new_password: {
    'too-short': 'new-password-too-short',
    'too-weak': 'new-password-too-weak',
    breached: 'new-password-breached',
  },
} as const

function rulesOf(directory: Directory | undefined) {
  const policy = directory?.realm.signInPolicy
  return policy && { minLength: policy.password_min_length, level: policy.password_min_level }
}

/** The strength of a new password, and why the organization would refuse it. */
export async function presentStrength(directory: Directory, password: string) {
  const denial = await passwordDenial(password, rulesOf(directory))
  return { level: await passwordLevel(password), denial: denial ?? null }
}

/** Hashes a new password that fulfills the rules of the organization; of this server, if there is none yet. */
export async function checkedPasswordHash(
  { passwords }: { passwords: PasswordHasher },
  directory: Directory | undefined,
  password: string,
  parameter: keyof typeof reasons = 'password',
): Promise<string> {
  if (isLongerThan(password, maxPasswordLength)) {
    throw apiError('parameter-too-long', { parameter, max: maxPasswordLength })
  }
  const rules = rulesOf(directory)
  const denial = await passwordDenial(password, rules)
  if (denial === 'too-short') throw apiError(reasons[parameter][denial], { min: rules?.minLength ?? 0 })
  if (denial !== undefined) throw apiError(reasons[parameter][denial])
  return await passwords.hash(password)
}
