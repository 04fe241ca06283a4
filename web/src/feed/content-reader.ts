import type { Text } from '../texts/texts.tsx'

export interface Reader {
  locale: string
  text: Text
}
