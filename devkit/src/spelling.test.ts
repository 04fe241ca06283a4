import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const british =
  /\w*(?:behaviour|cancelled|catalogue|\bcentre\b|colour|\bdefence|favourite|initialise|memoise|maximise|minimise|neighbour|normalise|organis(?:e|ing)\b|recognise|serialise)\w*/gi

/** Names of other products and texts in other languages, where these spellings are right. */
const excluded =
  /(^|\/)(texts|reasons|help)\/(?!en\/)[\w-]+\/|package-lock\.json|emoji\/names\.json|features\/administration\/integrations\/|devkit\/src\/spelling\.test\.ts/

it('American spelling is used in code, texts and documentation', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.md', '*.json', '*.css'], {
    cwd: root,
    encoding: 'utf8',
  })
  const found = files
    .trim()
    .split('\n')
    .filter((path) => !excluded.test(path))
    .flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(british)].map(([word]) => `${path}: ${word}`),
    )
  expect(found).toEqual([])
})
