import { apiError } from '@loquat/contract'
import type { Directory } from '../../../directory/directory.ts'
import { hashPassword, passwordDenial } from '../../../platform/passwords.ts'

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

/** Hashes a new password that fulfills the rules of the organization; of this server, if there is none yet. */
export async function checkedPasswordHash(
  directory: Directory | undefined,
  password: string,
  parameter: keyof typeof reasons = 'password',
): Promise<string> {
  const policy = directory?.realm.signInPolicy
  const rules = policy && { minLength: policy.password_min_length, level: policy.password_min_level }
  const denial = await passwordDenial(password, rules)
  if (denial === 'too-short')
    throw apiError(reasons[parameter][denial], { min: policy?.password_min_length ?? 0 })
  if (denial !== undefined) throw apiError(reasons[parameter][denial])
  return await hashPassword(password)
}
