import { expect, test } from 'vitest'
import { fileType, isUpload } from './file-names.ts'

test('the type of a file is the extension of its name', () => {
  expect(fileType('/user_uploads/2/ab/plan.pdf')).toBe('PDF')
  expect(fileType('/user_uploads/2/ab/archive.tar.gz?x=1')).toBe('GZ')
  expect(fileType('/user_uploads/2/ab/R%C3%A9sum%C3%A9.docx')).toBe('DOCX')
  expect(fileType('/user_uploads/2/ab/Makefile')).toBe('')
})

test('thumbnails and temporary links are not separate files', () => {
  expect(isUpload('/user_uploads/2/ab/plan.pdf')).toBe(true)
  expect(isUpload('/user_uploads/thumbnail/2/ab/cat.png/840x560.webp')).toBe(false)
  expect(isUpload('https://img.example/user_uploads/2/ab/plan.pdf')).toBe(false)
})
