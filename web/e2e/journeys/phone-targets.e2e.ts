import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { openApp } from '../kit/app.ts'
import { composeField } from '../kit/content.ts'
import { frames } from '../kit/reading.ts'
import { createSampleWorld, visit } from '../kit/screens.ts'
import { smallTargets } from '../kit/targets.ts'
import { phone } from '../kit/touch.ts'

describe('On a phone', () => {
  it('touch targets are at least 44 pixels large', async () => {
    const { world, paths } = await createSampleWorld()
    const { alice, carol } = world
    const reacted = await alice.api.getMessages({ anchor: 'newest', num_before: 20, num_after: 0 })
    for (const { id } of reacted.messages)
      for (const emoji_name of ['heart', 'tada', 'joy', 'eyes', 'cake', 'wave', 'rocket', 'octopus'])
        await carol.api.addReaction({ message_id: id, emoji_name })
    const page = await openApp(world, alice, '/inbox', phone)
    const small: Record<string, string[]> = {}
    const look = async (where: string) => {
      const found = await smallTargets(page)
      if (found.length > 0) small[where] = found
    }
    for (const path of paths) {
      if (
        /^\/(settings|organization)\//.test(path) &&
        !/preferences|notifications|profile|permissions/.test(path)
      )
        continue
      await visit(page, path)
      await look(path)
    }
    const topic = paths.find((path) => path.endsWith('/t/logo')) ?? ''
    await visit(page, topic)
    await page.getByRole('button', { name: /^Message #design/ }).tap()
    await composeField(page).fill('A thought')
    await frames(page)
    await look('writing')
    await page.getByRole('button', { name: 'Close and save draft' }).tap()
    for (const tab of ['Channels', 'You']) {
      await visit(page, '/inbox')
      await page.getByRole('navigation').getByText(tab, { exact: true }).tap()
      await frames(page, 30)
      await look(tab)
    }
    expect(small).toEqual({})

    // The visible box alone would be too small.
    await visit(page, topic)
    await page.addStyleTag({ content: '::after { content: none !important }' })
    expect(await smallTargets(page)).toContainEqual(expect.stringContaining('heart, 1'))
    await expectAccessible(page)
  })
})
