import { refuse } from '@loquat/contract'
import { hashPassword, isStrongEnough } from '../../../platform/passwords.ts'

export async function checkedPasswordHash(password: string, parameter = 'password'): Promise<string> {
  if (!(await isStrongEnough(password)))
    throw refuse('BadRequest', `${parameter}: this password is too easy to guess.`)
  return await hashPassword(password)
}
