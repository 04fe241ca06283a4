import type { User } from '../../../directory/directory.ts'
import type { Sealer } from '../../../platform/sealer.ts'

export const apiKeyOf = (sealer: Sealer, user: Pick<User, 'sealedApiKey'>): string =>
  sealer.open('api key', user.sealedApiKey)
