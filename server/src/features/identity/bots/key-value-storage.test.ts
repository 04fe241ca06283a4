import { addBot, changeRows, createWorld, withReason } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

describe('/bot_storage', () => {
  it('stores strings by key, separately for each account', async () => {
    const world = await createWorld()
    const { carol, greta } = world
    const bot = await addBot(world, carol)
    const { api } = bot
    expect(await api.getBotStorage()).toEqual({ storage: {} })
    const odd = { '': 'empty', ключ: '🍑', ['k'.repeat(20_000)]: '' }
    await api.updateBotStorage({ storage: { a: '1', b: '2', ...odd } })
    await api.updateBotStorage({ storage: { b: '3' } })
    expect(await api.getBotStorage()).toEqual({ storage: { a: '1', b: '3', ...odd } })
    expect(await api.getBotStorage({ keys: ['b', 'ключ', 'b'] })).toEqual({ storage: { b: '3', ключ: '🍑' } })
    expect(await api.getBotStorage({ keys: [] })).toEqual({ storage: {} })
    for (const person of [carol, greta]) expect(await person.api.getBotStorage()).toEqual({ storage: {} })

    const unknown = withReason('bot-storage-key-not-found', { key: '"none"' })
    await expect(api.getBotStorage({ keys: ['a', 'none'] })).rejects.toMatchObject(unknown)
    await expect(api.clearBotStorage({ keys: ['a', 'none'] })).rejects.toMatchObject(unknown)
    await expect(api.updateBotStorage({ storage: { a: 1 } as never })).rejects.toMatchObject(
      withReason('parameter-invalid'),
    )
    await expect(api.updateBotStorage({} as never)).rejects.toMatchObject(
      withReason('parameter-missing', { parameter: 'storage' }),
    )
    expect(await api.getBotStorage({ keys: ['a'] })).toEqual({ storage: { a: '1' } })
    await api.clearBotStorage({ keys: [] })
    await api.clearBotStorage({ keys: ['a', ''] })
    expect(Object.keys((await api.getBotStorage()).storage)).toHaveLength(3)
    await greta.api.updateBotStorage({ storage: { a: 'mine' } })
    await api.clearBotStorage()
    expect(await api.getBotStorage()).toEqual({ storage: {} })
    expect(await greta.api.getBotStorage()).toEqual({ storage: { a: 'mine' } })

    // Ten million characters, even with concurrent writes.
    await changeRows(
      world,
      {},
      sql`insert into bot_storage (user_id, key, value) values (${bot.id}, 'much', repeat('x', 9999990))`,
    )
    const race = await Promise.allSettled(
      ['b', 'c'].map((key) => api.updateBotStorage({ storage: { [key]: '12345' } })),
    )
    expect(race.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(api.updateBotStorage({ storage: { d: '' } })).rejects.toMatchObject(
      withReason('bot-storage-full'),
    )
    expect(Object.keys((await api.getBotStorage()).storage)).toHaveLength(2)
    await api.updateBotStorage({ storage: { much: '', d: 'fits' } })
  })
})
