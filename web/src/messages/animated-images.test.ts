import { expect, test } from 'vitest'
import { thumbnailSource } from './animated-images.ts'

test.each([
  [
    '/user_uploads/thumbnail/1/a/x.gif/840x560-anim.webp',
    false,
    '/user_uploads/thumbnail/1/a/x.gif/840x560.webp',
  ],
  [
    '/user_uploads/thumbnail/1/a/x.gif/840x560.webp',
    true,
    '/user_uploads/thumbnail/1/a/x.gif/840x560-anim.webp',
  ],
  ['/user_uploads/thumbnail/1/a/x.gif/840x560.webp', false, '/user_uploads/thumbnail/1/a/x.gif/840x560.webp'],
  ['/static/images/loading/loader-black.svg', true, '/static/images/loading/loader-black.svg'],
])('the thumbnail %s with animation %s is %s', (source, isMoving, wanted) => {
  expect(thumbnailSource(source, isMoving)).toBe(wanted)
})
