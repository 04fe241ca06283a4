import type { Text } from '../texts/texts.tsx'

export interface ContentContext {
  locale: string
  text: Text
}
