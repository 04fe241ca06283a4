import { isSpectator } from '../../directory/spectator.ts'
import type { Call } from '../implement.ts'

/** The account, or the IP address of a caller without one, whose requests share a limit. */
export const limitKey = ({ user, address }: Pick<Call, 'user' | 'address'>): string =>
  user === undefined || isSpectator(user) ? `address ${address}` : `user ${user.id}`

/** Wraps the handler of an expensive read, so that the limits for concurrent heavy reads apply to it. */
export const heavyRead =
  <C extends Call, R>(handle: (call: C) => Promise<R>): ((call: C) => Promise<R>) =>
  async (call) =>
    await call.app.heavyReads.run(limitKey(call), () => handle(call), call.onDisconnect)
