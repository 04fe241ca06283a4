import { createWorld, eventsPerUser, eventTypesOf, type Person } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const welcomeBot = 'welcome-bot@loquat.invalid'

const write = (person: Person, content: string, to: unknown = [welcomeBot]) =>
  person.api.sendMessage({ type: 'direct', to: to as string[], content })

const answers = async (person: Person) => {
  const narrow = [{ operator: 'is', operand: 'dm' }]
  const view = { anchor: 'newest', num_before: 20, num_after: 0, narrow, apply_markdown: false }
  const { messages } = await person.api.getMessages(view)
  return messages.filter((message) => message.sender_email === welcomeBot).map((message) => message.content)
}

describe('The welcome bot', () => {
  it('answers questions in direct messages by keyword', async () => {
    const { carol } = await createWorld()
    const received = await eventsPerUser({ carol }, () => write(carol, 'What are topics?'))
    expect(eventTypesOf(received.carol ?? [])).toEqual(['message', 'message'])
    await write(carol, 'help')
    const [about, help] = await answers(carol)
    expect(about).toContain('Every message in a channel has a topic')
    expect(help).toContain('**channels**')
  })

  it('says only once that it did not understand', async () => {
    const { carol, dave } = await createWorld()
    await write(carol, 'mirabelle')
    await write(carol, 'greengage')
    expect(await answers(carol)).toEqual([expect.stringContaining("didn't understand")])
    await write(dave, 'mirabelle')
    expect(await answers(dave)).toHaveLength(1)
  })

  it('does not reply in conversations with other users', async () => {
    const { carol, dave } = await createWorld()
    const { members } = await carol.api.getUsers()
    expect(members.some((member) => member.email === welcomeBot)).toBe(false)
    await write(carol, 'help', [welcomeBot, dave.email])
    expect(await answers(carol)).toEqual([])
  })
})
