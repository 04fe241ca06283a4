import type { InitialState } from '@loquat/contract'
import type { Directory, User } from '../../../directory/directory.ts'
import type { Sealer } from '../../../platform/sealer.ts'
import { presentBot, type Services, visibleBots } from '../../identity/bots/present.ts'

/** Fetch type `realm_bot`. */
export function botState(
  directory: Directory,
  sealer: Sealer,
  viewer: User,
  services: Services | undefined,
): Partial<InitialState> {
  return {
    ...(services && {
      realm_bots: visibleBots(directory, viewer).map((bot) => presentBot(directory, sealer, bot, services)),
    }),
  }
}
