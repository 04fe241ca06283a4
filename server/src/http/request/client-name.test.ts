import { createWorld, type World } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { clientName } from './client-name.ts'

describe('The client name', () => {
  it('is the start of the User-Agent, up to a version or a comment', () => {
    const examples: [userAgent: string, name: string][] = [
      ['Name/1.2 (x)', 'Name'],
      ['My App 1.2', 'My App'],
      ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', 'Mozilla'],
      ['', ''],
      ['Name', 'Name'],
      ['My App', 'My App'],
      ['My App/1.2', 'My App'],
      ['My App (x)', 'My App'],
      ['curl/8.5.0', 'curl'],
      ['App2 1.0', 'App2'],
      ['Name ', 'Name'],
      ['/1.2', ''],
      ['ChatMobile/27.200 (Android 14)', 'ChatMobile'],
    ]
    for (const [userAgent, name] of examples) expect(clientName(undefined, userAgent), userAgent).toBe(name)
  })

  it('is the parameter `client` if present, even if empty', () => {
    expect(clientName('Robot/1.0', 'Name/1.2')).toBe('Robot/1.0')
    expect(clientName('', 'Name/1.2')).toBe('')
  })

  it('is Unspecified by default', () => {
    expect(clientName(undefined, undefined)).toBe('Unspecified')
  })

  it('is cut to 30 characters without splitting one', () => {
    expect(clientName('x'.repeat(31), undefined)).toBe('x'.repeat(30))
    expect(clientName('🍑'.repeat(31), undefined)).toBe('🍑'.repeat(30))
    expect(clientName(undefined, `${'y'.repeat(40)}/1`)).toBe('y'.repeat(30))
  })
})

describe('A message', () => {
  const clientOf = async (world: World, query: string, fields: Record<string, string>, userAgent: string) => {
    const response = await world.raw(`/api/v1/messages${query}`, {
      as: world.alice,
      method: 'POST',
      headers: { 'user-agent': userAgent },
      body: new URLSearchParams({ type: 'channel', to: 'general', topic: 't', content: 'c', ...fields }),
    })
    const { id } = (await response.json()) as { id: number }
    const { messages } = await world.bob.api.getMessages({ message_ids: [id] })
    return messages[0]?.client
  }

  it('contains the client that sent it', async () => {
    const world = await createWorld()
    expect(await clientOf(world, '', {}, 'My App 1.2')).toBe('My App')
    expect(await clientOf(world, '', { client: 'Robot' }, 'My App 1.2')).toBe('Robot')
    expect(await clientOf(world, '?client=Query', {}, 'My App 1.2')).toBe('Query')
    expect(await clientOf(world, '?client=Query', { client: 'Body' }, 'My App 1.2')).toBe('Body')
    expect(await clientOf(world, '', { client: 'n'.repeat(50) }, '')).toBe('n'.repeat(30))
  })
})
