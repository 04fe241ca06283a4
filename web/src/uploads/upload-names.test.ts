import { expect, it } from 'vitest'
import { nameFor, uploadLink } from './upload-names.ts'

it('pasted images are named by the current time', () => {
  const now = new Date(2026, 10, 14, 9, 32)
  const named = (name: string, type = 'image/png') => nameFor(new File(['x'], name, { type }), now).name
  expect(named('image.png')).toBe('image-2026-11-14-0932.png')
  expect(named('')).toBe('image-2026-11-14-0932.png')
  expect(named('plan.pdf', 'application/pdf')).toBe('plan.pdf')
  expect(uploadLink('a [1].png', '/user_uploads/x')).toBe('[a 1.png](/user_uploads/x)')
})
