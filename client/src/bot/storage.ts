import type { Api } from '../api.ts'
import { ApiError } from '../error.ts'
import { InOrder } from './in-order.ts'

/** What a bot keeps on the server: texts under keys. It outlives the bot's process. */
export interface BotStorage {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string): Promise<void>
  delete(key: string): Promise<void>
  /** Replaces what is there; changes of one key by this bot do not get in each other's way. Gives the new value. */
  update(key: string, change: (value: string | undefined) => string): Promise<string>
  /** Everything that is kept. */
  all(): Promise<Record<string, string>>
}

export function storageOf(api: Api): BotStorage {
  const changes = new InOrder()
  const get = async (key: string) => {
    const reply = await api.getBotStorage({ keys: [key] }).catch(ifMissing)
    return reply?.storage[key]
  }
  const put = async (key: string, value: string) => {
    await api.updateBotStorage({ storage: { [key]: value } })
  }
  return {
    get,
    set: (key, value) => changes.run(key, () => put(key, value)),
    delete: (key) =>
      changes.run(key, async () => void (await api.clearBotStorage({ keys: [key] }).catch(ifMissing))),
    update: (key, change) =>
      changes.run(key, async () => {
        const value = change(await get(key))
        await put(key, value)
        return value
      }),
    all: async () => (await api.getBotStorage()).storage,
  }
}

/** The server says no to keys under which nothing is kept. */
function ifMissing(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'BAD_REQUEST') return undefined
  throw error
}
