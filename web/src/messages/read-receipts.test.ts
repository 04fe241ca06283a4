import type { FetchedMessage } from '@loquat/contract'
import { expect, it } from 'vitest'
import { couldHaveRead } from './read-receipts.ts'

const said = (display_recipient: string | number[]) =>
  ({
    sender_id: 1,
    display_recipient:
      typeof display_recipient === 'string' ? display_recipient : display_recipient.map((id) => ({ id })),
  }) as FetchedMessage
const bot = 9
const facts = { readers: [], subscribers: undefined, isReader: (id: number) => id !== bot }

it('the number of recipients of a message excludes its sender, bots and deactivated users', () => {
  expect(couldHaveRead(said('design'), { ...facts, subscribers: [1, 2, 3, bot] })).toBe(2)
  expect(couldHaveRead(said('design'), { ...facts, subscribers: [1, 2], readers: [4] })).toBe(2)
  expect(couldHaveRead(said('design'), { ...facts, subscribers: [1, 2, bot], readers: [bot] })).toBe(2)
  expect(couldHaveRead(said('design'), { ...facts, readers: [2] })).toBeUndefined()
  expect(couldHaveRead(said([1, 2, 3]), facts)).toBe(2)
  expect(couldHaveRead(said([1]), facts)).toBe(0)
})
