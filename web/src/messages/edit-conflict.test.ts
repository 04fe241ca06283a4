import { describe, expect, it } from 'vitest'
import { afterChange } from './edit-conflict.ts'

const editing = (original: string | undefined, text: string) => ({ original, text, theirs: undefined })

describe('A message that changes while it is being edited', () => {
  it('is updated as long as nothing was typed', () => {
    expect(afterChange(editing('One', 'One'), 'Two')).toEqual(editing('Two', 'Two'))
  })

  it('keeps the typed text, and shows the new version', () => {
    expect(afterChange(editing('One', 'One and a half'), 'Two')).toEqual({
      original: 'Two',
      text: 'One and a half',
      theirs: 'Two',
    })
  })

  it('is no conflict if both texts are equal', () => {
    expect(afterChange(editing('One', 'Two '), 'Two')).toEqual(editing('Two', 'Two'))
  })

  it('waits for its source if that is not loaded', () => {
    expect(afterChange(editing(undefined, ''), 'Two')).toEqual(editing(undefined, ''))
  })
})
