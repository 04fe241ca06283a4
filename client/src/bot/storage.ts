import type { Api } from '../api.ts'
import { ApiError } from '../error.ts'
import { KeyedTaskQueue } from './in-order.ts'

/** Key-value storage on the server. It outlives the bot's process. */
export interface BotStorage {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string): Promise<void>
  delete(key: string): Promise<void>
  /** Replaces a value atomically with respect to other updates of the key by this process. Returns the new value. */
  update(key: string, change: (value: string | undefined) => string): Promise<string>
  /** All stored entries. */
  all(): Promise<Record<string, string>>
}

export function storageOf(api: Api): BotStorage {
  const changes = new KeyedTaskQueue()
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

/** The server answers BAD_REQUEST for keys without a value. */
function ifMissing(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'BAD_REQUEST') return undefined
  throw error
}
