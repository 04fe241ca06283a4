import { expect, it } from 'vitest'
import { topicsNamedIn } from './channel-links.ts'

it('lists the topics that a text links to, before it is rendered', () => {
  expect(topicsNamedIn('see #**design>logo** and #**a b>**, not #**design** or #design>x')).toEqual([
    { channel: 'design', topic: 'logo' },
    { channel: 'a b', topic: '' },
  ])
})
