import { expect, test } from 'vitest'
import { splitFiles } from './split-files.ts'

test('files below a text are separated from it', () => {
  const plan = { name: 'plan.pdf', href: '/user_uploads/2/ab/plan.pdf' }
  const notes = { name: 'my notes.txt', href: '/user_uploads/2/cd/notes.txt' }
  const lines = '[plan.pdf](/user_uploads/2/ab/plan.pdf)\n[my notes.txt](/user_uploads/2/cd/notes.txt)'
  expect(splitFiles(`Here it is\n${lines}`)).toEqual({ text: 'Here it is', files: [plan, notes] })
  expect(splitFiles(lines)).toEqual({ text: '', files: [plan, notes] })
})

test('links in sentences, quotes and to other sites are part of the text', () => {
  for (const text of [
    'See [plan.pdf](/user_uploads/2/ab/plan.pdf)',
    '> [plan.pdf](/user_uploads/2/ab/plan.pdf)',
    '[plan.pdf](https://example.com/plan.pdf)',
    '[plan.pdf](/user_uploads/2/ab/plan.pdf) and more',
    '[plan.pdf](/user_uploads/2/ab/plan.pdf)\nSee above',
  ])
    expect(splitFiles(text), text).toEqual({ text, files: [] })
})
