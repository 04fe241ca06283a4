import { allLanguages, type Language } from '@loquat/contract/light'
import { problemList } from './languages.ts'

/** `npm run languages [language …]`: the texts that are missing or wrong, by language. Fails if there are any. */
const asked = process.argv.slice(2) as Language[]
const unknown = asked.filter((one) => !allLanguages.includes(one))
if (unknown.length > 0) {
  console.error(`Unknown languages: ${unknown.join(', ')}. There are ${allLanguages.join(', ')}.`)
  process.exit(2)
}
const list = problemList(asked.length === 0 ? allLanguages : asked)
console.log(list)
if (list.includes('not offered')) process.exit(1)
