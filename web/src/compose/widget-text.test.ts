import { expect, test } from 'vitest'
import { widgetText } from './widget-text.ts'

test('a poll is its question and one option per line', () => {
  expect(widgetText('poll', ' Where to? ', ['Garden', '  ', 'Kitchen ', ''])).toBe(
    '/poll Where to?\nGarden\nKitchen',
  )
})

test('a to-do list needs no title', () => {
  expect(widgetText('todo', '', ['Water the trees', ''])).toBe('/todo\nWater the trees')
})
