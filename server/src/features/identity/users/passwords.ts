import { apiError } from '@loquat/contract'
import { hashPassword, isStrongEnough } from '../../../platform/passwords.ts'

/** By the request parameter at fault. */
const weakReasons = { password: 'password-too-weak', new_password: 'new-password-too-weak' } as const

export async function checkedPasswordHash(
  password: string,
  parameter: keyof typeof weakReasons = 'password',
): Promise<string> {
  if (!(await isStrongEnough(password))) throw apiError(weakReasons[parameter])
  return await hashPassword(password)
}
