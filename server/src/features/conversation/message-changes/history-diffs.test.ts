import { cpuTimer, createWorld, sendChannelMessage } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

describe('The history of a message that was rewritten 100 times', () => {
  it('shows a diff for every edit, within a time limit for all of them', async () => {
    const world = await createWorld()
    const { carol } = world
    const message_id = await sendChannelMessage(carol)
    // Reordered words are the most expensive to compare.
    const text = (edit: number) =>
      Array.from({ length: 1_600 }, (_, n) => `w${(n * (2 * edit + 1)) % 1_601}`).join(' ')
    const edits = Array.from({ length: 100 }, (_, edit) => ({
      user_id: carol.id,
      timestamp: 1_000 + edit,
      prev_content: text(edit),
      prev_rendered_content: `<p>${text(edit)}</p>`,
    }))
    await sql`update message set edit_history = ${JSON.stringify(edits)}::jsonb where id = ${message_id}`.execute(
      world.app.database.db,
    )
    const spent = cpuTimer()
    const { message_history } = await carol.api.getMessageHistory({ message_id })
    expect(spent()).toBeLessThan(8_000)
    expect(message_history).toHaveLength(101)
    for (const { content_html_diff } of message_history.slice(1)) {
      expect(content_html_diff).toMatch(/^<div>.*<\/div>$/s)
    }
  })
})
