import { createWorld, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { settle } from '../reactions/testing/fixtures.ts'

describe('POST /messages/render', () => {
  it('returns the HTML that a message of the caller would have, and sends nothing', async () => {
    const { alice } = await createWorld()
    const { rendered } = await alice.api.renderMessage({ content: 'Hi *all*, see #**general** :tada:' })
    expect(rendered).toMatch(
      /^<p>Hi <em>all<\/em>, see <a class="stream" data-stream-id="\d+" href="[^"]+">#general<\/a>/,
    )
    expect(rendered).toContain('emoji-1f389')
  })

  it('takes the text unchanged: empty, indented, or longer than a message', async () => {
    const { alice } = await createWorld()
    expect((await alice.api.renderMessage({ content: '' })).rendered).toBe('')
    expect((await alice.api.renderMessage({ content: '    x' })).rendered).toContain('<code>x\n</code>')
    expect((await alice.api.renderMessage({ content: 'x'.repeat(20_000) })).rendered).toHaveLength(20_007)
  })

  it('rejects text that is too complex to render', async () => {
    const { alice } = await createWorld()
    await expect(alice.api.renderMessage({ content: '*x* '.repeat(30_000) })).rejects.toMatchObject(
      withReason('parameter-too-long'),
    )
  })

  it('turns emoticons into emoji for callers who turned that on', async () => {
    const world = await createWorld()
    const render = async () => (await world.alice.api.renderMessage({ content: 'ripe :)' })).rendered
    expect(await render()).toBe('<p>ripe :)</p>')
    await settle(world, world.alice, { translate_emoticons: true })
    expect(await render()).toContain('class="emoji')
  })
})
